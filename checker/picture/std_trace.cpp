#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/checker/picture/lane_layout.h>
#include <fencepost/checker/picture/std_trace.h>
#include <fencepost/checker/picture/std_variables.h>
#include <fencepost/checker/picture/thread_chains.h>
#include <fencepost/model/device.h>
#include <fencepost/traces/player.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

/// Keeps the accesses of each vertex beside the graph.
class AccessKeeper final : public model::SubmissionSink {
 public:
  void accept(const model::Submission& submission) override {
    graph.accept(submission);
    accesses.resize(graph.vertex_count());
    if (submission.kind == model::SubmissionKind::launch) {
      for (model::NodeIndex node = 0; node < submission.graph->nodes.size(); ++node) {
        keep(graph.vertex_of(submission.execution, node), submission.graph->accesses_of(submission.graph->nodes[node]));
      }
    } else {
      keep(graph.vertex_of(submission.execution), submission.accesses);
    }
  }
  void accept(const model::RefusedCall& /*refused*/) override {}
  void accept(const std::shared_ptr<const model::GraphPlan>& /*graph*/) override {}

  CauseGraph graph;
  std::vector<std::vector<model::MemoryAccess>> accesses;  // by vertex

 private:
  void keep(CauseVertex vertex, std::span<const model::MemoryAccess> touched) {
    accesses[vertex].assign(touched.begin(), touched.end());
  }
};

/// A name that is safe in a format without quotes.
std::string plain(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    result += safe ? c : '_';
  }
  return result;
}

class StdWriter {
 public:
  StdWriter(std::ostream& out, const AccessKeeper& kept, const Names& names)
      : out_(out), graph_(kept.graph), kept_(kept), names_(names), chains_(thread_chains(kept.graph)) {
    find_silent();
    find_locks();
    find_variables();
  }

  void write() {
    for (CauseVertex vertex = 0; vertex < graph_.vertex_count(); ++vertex) {
      if (silent_[vertex]) {
        continue;
      }
      const std::string thread = thread_name(chains_.thread_of[vertex]);
      const std::uint32_t line = graph_.point(vertex).line;
      for (const std::size_t lock : taken_before_[vertex]) {
        critical_section(thread, lock, line);
      }
      for (const model::MemoryAccess& access : kept_.accesses[vertex]) {
        for (const StdVariables::Step& step : variables_.steps(access, chains_.thread_of[vertex])) {
          out_ << fmt::format("{}|{}({})|{}\n", thread, step.writes ? 'w' : 'r', step.variable, line);
        }
      }
      for (const std::size_t lock : taken_after_[vertex]) {
        critical_section(thread, lock, line);
      }
    }
  }

 private:
  /// What touches nothing and follows nothing that does: order behind it means nothing.
  void find_silent() {
    for (CauseVertex vertex = 0; vertex < graph_.vertex_count(); ++vertex) {
      silent_.push_back(
          kept_.accesses[vertex].empty() &&
          std::ranges::all_of(graph_.causes(vertex), [this](const Cause& cause) { return silent_[cause.vertex()]; }));
    }
  }

  /// One lock for each cause that its effect's thread does not follow already.
  void find_locks() {
    taken_before_.resize(graph_.vertex_count());
    taken_after_.resize(graph_.vertex_count());
    for (CauseVertex vertex = 0; vertex < graph_.vertex_count(); ++vertex) {
      const auto causes = graph_.causes(vertex);
      for (std::size_t i = 0; i < causes.size(); ++i) {
        const CauseVertex cause = causes[i].vertex();
        if (i == chains_.continues[vertex] || silent_[cause] || already_followed(vertex, cause)) {
          continue;
        }
        taken_before_[vertex].push_back(lock_count_);
        taken_after_[cause].push_back(lock_count_);
        ++lock_count_;
      }
    }
  }

  /// Whether the thread of `vertex` took a lock of the thread of `cause` from behind `cause` before.
  bool already_followed(CauseVertex vertex, CauseVertex cause) {
    const auto [known, fresh] =
        followed_.try_emplace(std::pair(chains_.thread_of[vertex], chains_.thread_of[cause]), cause);
    const bool already = !fresh && known->second >= cause;
    known->second = std::max(known->second, cause);
    return already;
  }

  void find_variables() {
    for (CauseVertex vertex = 0; vertex < graph_.vertex_count(); ++vertex) {
      for (const model::MemoryAccess& access : kept_.accesses[vertex]) {
        variables_.add(access, chains_.thread_of[vertex]);
      }
    }
    variables_.finish();
  }

  [[nodiscard]] std::string thread_name(std::size_t thread) const {
    const CausePoint first = graph_.point(chains_.first_of_thread[thread]);
    const Lane lane = lane_of(first);
    return fmt::format("T{}_{}", thread, plain(lane.stream.exists() ? names_[lane.stream] : names_[lane.thread]));
  }

  void critical_section(const std::string& thread, std::size_t lock, std::uint32_t line) {
    out_ << fmt::format("{0}|acq(L{1})|{2}\n{0}|rel(L{1})|{2}\n", thread, lock, line);
  }

  std::ostream& out_;
  const CauseGraph& graph_;
  const AccessKeeper& kept_;
  const Names& names_;
  ThreadChains chains_;
  std::vector<bool> silent_;                                             // by vertex
  std::map<std::pair<std::size_t, std::size_t>, CauseVertex> followed_;  // by thread and thread
  StdVariables variables_;
  std::size_t lock_count_ = 0;
  std::vector<std::vector<std::size_t>> taken_before_, taken_after_;  // by vertex
};

}  // namespace

void write_std(std::ostream& out, const Schedule& schedule, const model::Rules& rules) {
  AccessKeeper kept;
  model::Device device(kept, rules);
  if (play(schedule, device)) {
    StdWriter(out, kept, schedule.names()).write();
  }
}

}  // namespace fencepost::checker

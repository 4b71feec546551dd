/// A race detector for threads, given the STD trace, finds the races that the graph of causes has.

#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/checker/causes/paths.h>
#include <fencepost/checker/picture/std_trace.h>
#include <fencepost/model/device.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/player.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

/// Pairs of trace lines, the smaller first.
using Races = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Textbook vector clocks over threads and locks.
class ThreadDetector {
 public:
  explicit ThreadDetector(const std::string& std_trace) {
    std::istringstream lines(std_trace);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t bar = line.find('|');
      const std::size_t open = line.find('(', bar);
      const std::size_t close = line.find(')', open);
      step(line.substr(0, bar), line.substr(bar + 1, open - bar - 1), line.substr(open + 1, close - open - 1),
           static_cast<std::uint32_t>(std::stoul(line.substr(close + 2))));
    }
  }

  [[nodiscard]] const Races& races() const { return races_; }

 private:
  using Clock = std::map<std::string, std::uint64_t>;
  struct Touch {
    std::string thread;
    std::uint64_t when;
    bool writes;
    std::uint32_t line;
  };

  void step(const std::string& thread, const std::string& operation, const std::string& operand, std::uint32_t line) {
    Clock& clock = threads_[thread];
    ++clock[thread];
    if (operation == "acq") {
      for (const auto& [other, when] : locks_[operand]) {
        clock[other] = std::max(clock[other], when);
      }
    } else if (operation == "rel") {
      locks_[operand] = clock;
    } else {
      touch({thread, clock[thread], operation == "w", line}, operand, clock);
    }
  }

  void touch(const Touch& now, const std::string& variable, Clock& clock) {
    for (const Touch& before : touches_[variable]) {
      if ((before.writes || now.writes) && clock[before.thread] < before.when) {
        races_.insert(std::minmax(before.line, now.line));
      }
    }
    touches_[variable].push_back(now);
  }

  std::map<std::string, Clock> threads_, locks_;
  std::map<std::string, std::vector<Touch>> touches_;
  Races races_;
};

/// Accesses with the vertices that make them.
class AccessSink final : public model::SubmissionSink {
 public:
  void accept(const model::Submission& submission) override {
    graph.accept(submission);
    keep(submission.execution, model::no_node, submission.accesses);
    for (model::NodeIndex node = 0; submission.graph && node < submission.graph->nodes.size(); ++node) {
      keep(submission.execution, node, submission.graph->accesses_of(submission.graph->nodes[node]));
    }
  }
  void accept(const model::RefusedCall& /*refused*/) override {}
  void accept(const std::shared_ptr<const model::GraphPlan>& /*graph*/) override {}

  [[nodiscard]] Races races() const {
    Races result;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      for (std::size_t j = i + 1; j < accesses.size(); ++j) {
        const auto& [a, at_a] = accesses[i];
        const auto& [b, at_b] = accesses[j];
        if (at_a != at_b && conflict(a, b) && !ordered(graph, at_a, at_b)) {
          result.insert(std::minmax(graph.point(at_a).line, graph.point(at_b).line));
        }
      }
    }
    return result;
  }

  CauseGraph graph;
  std::vector<std::pair<model::MemoryAccess, CauseVertex>> accesses;  // ascending by vertex

 private:
  static bool conflict(const model::MemoryAccess& a, const model::MemoryAccess& b) {
    const bool commute = a.mode == AccessMode::atomic && b.mode == AccessMode::atomic;
    return a.region == b.region && a.lo < b.hi && b.lo < a.hi && (writes(a.mode) || writes(b.mode)) && !commute;
  }
  void keep(model::ExecutionId execution, model::NodeIndex node, std::span<const model::MemoryAccess> touched) {
    for (const model::MemoryAccess& access : touched) {
      accesses.emplace_back(access, graph.vertex_of(execution, node));
    }
  }
};

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(FENCEPOST_CORPUS_FOLDER)) {
    if (entry.path().extension() == ".trace") {
      result.push_back(entry.path());
    }
  }
  std::ranges::sort(result);
  return result;
}

TEST(StdAgreement, HoldsOnEveryTraceOfTheCorpus) {
  std::size_t racy = 0;
  std::size_t clean = 0;
  for (const auto& path : corpus()) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto schedule = parse(text);
    AccessSink sink;
    model::Device device(sink);
    if (!schedule || !play(*schedule, device) || sink.graph.vertex_count() > 2000) {
      continue;
    }
    std::ostringstream out;
    write_std(out, *schedule);
    const Races expected = sink.races();
    EXPECT_EQ(ThreadDetector(out.str()).races(), expected) << path.filename();
    ++(expected.empty() ? clean : racy);
  }
  EXPECT_GT(racy, 30U);
  EXPECT_GT(clean, 30U);
}

TEST(StdAgreement, TheDetectorItselfSeesAMissingLock) {
  EXPECT_EQ(ThreadDetector("a|w(x)|1\nb|r(x)|2\n").races(), (Races{{1, 2}}));
  EXPECT_EQ(ThreadDetector("a|w(x)|1\na|acq(l)|1\na|rel(l)|1\nb|acq(l)|2\nb|rel(l)|2\nb|r(x)|2\n").races(), Races{});
}

}  // namespace
}  // namespace fencepost::checker

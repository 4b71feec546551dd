#include <fencepost/checker/causes/past_split.h>
#include <fencepost/checker/causes/paths.h>
#include <fencepost/checker/explain/explain.h>
#include <fencepost/checker/explain/near_miss.h>
#include <fencepost/checker/explain/order_near_miss.h>
#include <fencepost/checker/explain/replay.h>

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

/// Executions of one line that are compared; a loop of a million turns is not compared with itself.
constexpr std::size_t most_compared = 16;

using Result = tl::expected<Explanation, std::string>;

std::optional<std::uint32_t> as_line(std::string_view text) {
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(line) : std::nullopt;
}

/// The lines that `text` means: itself, or those of all work with that name.
tl::expected<std::vector<std::uint32_t>, std::string> lines_meant(const Schedule& schedule, std::string_view text) {
  const auto number = as_line(text);
  const auto label = number ? std::nullopt : schedule.names().find<LabelTag>(text);
  std::vector<std::uint32_t> lines;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Operation operation = schedule[i];
    if (number ? operation.line == *number : (label && operation.label == *label)) {
      lines.push_back(operation.line);
    }
  }
  if (!lines.empty()) {
    return lines;
  }
  if (number) {
    return tl::unexpected(fmt::format("there is no operation on line {}", *number));
  }
  const auto near = schedule.names().table<LabelTag>().nearest(text);
  return tl::unexpected(fmt::format("no work is called \"{}\"{}", text,
                                    near ? fmt::format("; did you mean \"{}\"?", *near) : std::string()));
}

std::vector<CauseVertex> vertices_of(const CauseGraph& graph, const std::vector<std::uint32_t>& lines) {
  std::vector<CauseVertex> result;
  for (const std::uint32_t line : lines) {
    std::ranges::copy(graph.vertices_at(line), std::back_inserter(result));
  }
  std::ranges::sort(result);
  return result;
}

ExplainedPoint explained(const CauseGraph& graph, CauseVertex vertex) {
  const CausePoint point = graph.point(vertex);
  const std::vector<CauseVertex> same_line = graph.vertices_at(point.line);
  ExplainedPoint result;
  result.line = point.line;
  result.operation = point.operation;
  result.label = point.label;
  result.stream = point.submission == model::SubmissionKind::host_access ? StreamId{} : point.stream;
  result.event = point.event;
  result.occurrence = static_cast<std::uint64_t>(std::ranges::lower_bound(same_line, vertex) - same_line.begin()) + 1;
  result.executable = point.executable;
  result.launch_number = point.launch_number;
  result.launch_line = point.kind == CausePoint::Kind::launch_node ? point.launch_line : 0;
  return result;
}

/// Compares executions in pairs and fills in an explanation.
class Comparison {
 public:
  Comparison(const Replay& replay, std::vector<CauseVertex> a, std::vector<CauseVertex> b)
      : replay_(replay), graph_(replay.graph), a_(std::move(a)), b_(std::move(b)) {
    same_ = a_ == b_;
    result_.first_executions = a_.size();
    result_.second_executions = b_.size();
    a_.resize(std::min(a_.size(), most_compared));
    b_.resize(std::min(b_.size(), most_compared));
  }

  Explanation run() {
    if (a_.empty() || b_.empty()) {
      return result_;
    }
    for (const CauseVertex b : b_) {
      const std::vector<CauseVertex> past_of_b = past_of(graph_, b);
      for (const CauseVertex a : a_) {
        compare(a, b, past_of_b);
      }
    }
    if (const auto& pair = unordered_forward_ ? unordered_forward_ : unordered_backward_) {
      explain_unordered(pair->first, pair->second);
    } else {
      explain_ordered();
    }
    return result_;
  }

 private:
  void compare(CauseVertex a, CauseVertex b, const std::vector<CauseVertex>& past_of_b) {
    if (a == b || (same_ && a > b)) {
      return;
    }
    ++result_.pairs_compared;
    if (std::ranges::binary_search(past_of_b, a)) {
      ++result_.pairs_forward;
    } else if (ordered(graph_, b, a)) {
      ++result_.pairs_backward;
    } else if (a < b ? !unordered_forward_ : !unordered_backward_) {
      (a < b ? unordered_forward_ : unordered_backward_) = std::minmax(a, b);
    }
    if (!sample_ || std::max(a, b) < std::max(sample_->first, sample_->second)) {
      sample_ = std::minmax(a, b);
    }
  }

  void explain_ordered() {
    if (!sample_) {
      return;
    }
    using Verdict = Explanation::Verdict;
    result_.verdict = result_.pairs_backward == 0  ? Verdict::ordered
                      : result_.pairs_forward == 0 ? Verdict::reversed
                                                   : Verdict::mixed;
    result_.first = explained(graph_, sample_->first);
    result_.second = explained(graph_, sample_->second);
    for (const PathStep& step : path(graph_, sample_->first, sample_->second)) {
      result_.path.push_back({explained(graph_, step.vertex), step.reason, step.event});
    }
  }

  void explain_unordered(CauseVertex earlier, CauseVertex later) {
    result_.verdict = Explanation::Verdict::unordered;
    result_.first = explained(graph_, earlier);
    result_.second = explained(graph_, later);
    if (const CauseVertex common = split_pasts(graph_, earlier, later, 0).common; common != no_vertex) {
      result_.common = explained(graph_, common);
    }
    const NearMissFinding finding = near_miss_of(replay_, earlier, later);
    result_.near_miss = finding.kind;
    result_.near_miss_line = finding.line;
    result_.near_miss_record_line = finding.record_line;
    result_.near_miss_event = finding.event;
  }

  const Replay& replay_;
  const CauseGraph& graph_;
  std::vector<CauseVertex> a_, b_;
  bool same_ = false;  // a line is compared with itself: each pair once
  std::optional<std::pair<CauseVertex, CauseVertex>> unordered_forward_;   // a was submitted first
  std::optional<std::pair<CauseVertex, CauseVertex>> unordered_backward_;  // b was
  std::optional<std::pair<CauseVertex, CauseVertex>> sample_;              // the earliest pair
  Explanation result_;
};

}  // namespace

Result explain_path(const Schedule& schedule, std::string_view a, std::string_view b, const model::Rules& rules) {
  const auto lines_a = lines_meant(schedule, a);
  if (!lines_a) {
    return tl::unexpected(lines_a.error());
  }
  const auto lines_b = lines_meant(schedule, b);
  if (!lines_b) {
    return tl::unexpected(lines_b.error());
  }
  Replay play;
  replay(schedule, rules, play);
  if (play.error) {
    return tl::unexpected(fmt::format("line {}: {}", play.error->line, play.error->message));
  }
  return Comparison(play, vertices_of(play.graph, *lines_a), vertices_of(play.graph, *lines_b)).run();
}

}  // namespace fencepost::checker

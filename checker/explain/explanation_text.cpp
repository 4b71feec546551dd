#include <fencepost/checker/explain/explain.h>
#include <fencepost/checker/report/near_miss_text.h>
#include <fencepost/checker/report/page.h>
#include <fencepost/traces/statement_table.h>

#include <ostream>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

class ExplanationText {
 public:
  ExplanationText(std::ostream& out, const Explanation& explanation, const Names& names, std::string_view text)
      : out_(out), explanation_(explanation), names_(names), source_(text) {}

  void write() {
    using Verdict = Explanation::Verdict;
    switch (explanation_.verdict) {
      case Verdict::never_ran:
        out_ << fmt::format("{} never ran, so there is nothing to order.\n",
                            explanation_.first_executions == 0 ? "The first" : "The second");
        return;
      case Verdict::unordered:
        write_unordered();
        return;
      case Verdict::ordered:
      case Verdict::reversed:
        out_ << wrap(fmt::format("{} is ordered before {}{}.", named(explanation_.first), named(explanation_.second),
                                 all_pairs()),
                     0);
        break;
      case Verdict::mixed:
        out_ << wrap(fmt::format("Every execution of one is ordered against every execution of the other: of {} pairs "
                                 "the first comes first in {} and second in {}. The earliest pair:",
                                 explanation_.pairs_compared, explanation_.pairs_forward, explanation_.pairs_backward),
                     0);
        break;
    }
    write_path();
  }

 private:
  [[nodiscard]] std::string which(const ExplainedPoint& point) const {
    if (point.launch_line != 0) {
      return fmt::format(" in launch {} of \"{}\"", point.launch_number, names_[point.executable]);
    }
    const bool is_end = point.line == explanation_.first.line || point.line == explanation_.second.line;
    const bool repeats = explanation_.first_executions > 1 || explanation_.second_executions > 1;
    return is_end && repeats && point.occurrence > 1 ? fmt::format(" (execution {})", point.occurrence) : "";
  }

  [[nodiscard]] std::string named(const ExplainedPoint& point) const {
    const std::string label = point.label.exists() ? fmt::format(" \"{}\"", names_[point.label]) : std::string();
    return fmt::format("line {}, {}{}{}", point.line, full_keyword(statement_of(point.operation)), label, which(point));
  }

  [[nodiscard]] std::string all_pairs() const {
    if (explanation_.pairs_compared <= 1) {
      return "";
    }
    const std::uint64_t all = explanation_.first_executions * explanation_.second_executions;
    if (explanation_.pairs_compared < all) {
      return fmt::format("; so are all {} pairs of executions that were compared, of {}", explanation_.pairs_compared,
                         all);
    }
    return fmt::format("; so are all {} pairs of their executions", explanation_.pairs_compared);
  }

  [[nodiscard]] std::string reason(const ExplainedStep& step) const {
    const std::string_view stream = names_[step.point.stream];
    switch (step.reason) {
      case model::EdgeReason::stream:
        return fmt::format("follows on stream {}", stream);
      case model::EdgeReason::issue:
        return "is called by the host after that";
      case model::EdgeReason::event:
        return step.event.exists() ? fmt::format("waits for event \"{}\"", names_[step.event]) : "waits for it";
      case model::EdgeReason::dependency:
        return "depends on it inside the graph";
      case model::EdgeReason::launch:
        return "by the launch: it starts, or ends, as one";
      case model::EdgeReason::sync:
        return "the host waits for it";
      case model::EdgeReason::observe:
        return "the host sees that it is done";
      case model::EdgeReason::legacy:
        return "the legacy default stream joins the blocking streams";
      case model::EdgeReason::collective:
        return "the communicator runs its collectives one by one";
      case model::EdgeReason::thread:
        return "host threads synchronise";
    }
    return "";
  }

  void write_line(const ExplainedPoint& point, const std::string& why) {
    const std::string start = fmt::format("  line {:<6}", point.line);
    std::string_view statement = source_.statement(point.line);
    const std::string fallback = statement.empty() ? named(point) : std::string(statement);
    constexpr std::size_t reason_column = 54;
    const std::size_t room = why.empty() ? page_width : reason_column - 1;
    const std::string left = start + shorten(fallback, room - start.size());
    out_ << left;
    if (!why.empty()) {
      out_ << std::string(reason_column - std::min(reason_column - 1, columns(left)), ' ')
           << shorten(why + which(point), page_width - reason_column);
    }
    out_ << '\n';
  }

  void write_path() {
    out_ << '\n';
    bool first = true;
    for (const ExplainedStep& step : explanation_.path) {
      write_line(step.point, first ? std::string() : reason(step));
      first = false;
    }
  }

  void write_unordered() {
    out_ << wrap(fmt::format("Nothing orders {} and {}: they may run in either order.", named(explanation_.first),
                             named(explanation_.second)),
                 0);
    const std::uint64_t ordered = explanation_.pairs_forward + explanation_.pairs_backward;
    if (explanation_.pairs_compared > 1) {
      out_ << wrap(fmt::format("This is the first such pair of {} compared; {} are ordered.",
                               explanation_.pairs_compared, ordered),
                   0);
    }
    out_ << '\n';
    write_line(explanation_.first, "");
    write_line(explanation_.second, "");
    out_ << '\n';
    out_ << wrap(explanation_.common ? fmt::format("The last point before both is {}.", named(*explanation_.common))
                                     : std::string("Nothing comes before both of them."),
                 0);
    const NearMissText story{
        explanation_.near_miss,          explanation_.near_miss_line, explanation_.near_miss_record_line,
        explanation_.near_miss_event,    explanation_.first.line,     explanation_.first.launch_line,
        explanation_.second.launch_line, place(explanation_.second)};
    out_ << wrap(near_miss_sentence(story, names_), 0);
  }

  [[nodiscard]] std::string place(const ExplainedPoint& point) const {
    return point.stream.exists() ? fmt::format("stream {}", names_[point.stream]) : std::string("the host");
  }

  std::ostream& out_;
  const Explanation& explanation_;
  const Names& names_;
  SourceLines source_;
};

}  // namespace

void write_explanation(std::ostream& out, const Explanation& explanation, const Schedule& schedule,
                       std::string_view text) {
  ExplanationText(out, explanation, schedule.names(), text).write();
}

}  // namespace fencepost::checker

#include <fencepost/checker/expectations/expectations.h>
#include <fencepost/checker/expectations/pairing.h>
#include <fencepost/checker/expectations/status_surprises.h>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

using Kind = Expectation::Kind;

/// The line of an operation that an expectation names.
std::optional<std::uint32_t> line_of(const Schedule& schedule, std::optional<std::size_t> operation) {
  return operation ? std::optional{schedule[*operation].line} : std::nullopt;
}

/// Whether a stated value is the one found; one that is not stated fits everything.
template <class Value>
bool agrees(const std::optional<Value>& stated, const Value& found) {
  return !stated || *stated == found;
}

bool fits(const Schedule& schedule, const Expectation& expected, const Hazard& hazard) {
  return expected.slug == name(hazard.slug) && agrees(line_of(schedule, expected.first), hazard.first.line) &&
         agrees(line_of(schedule, expected.second), hazard.second.line) && agrees(expected.lo, hazard.second_lo) &&
         agrees(expected.hi, hazard.second_hi);
}

bool fits(const Schedule& schedule, const Expectation& expected, const Note& note) {
  return expected.slug == name(note.kind) && agrees(line_of(schedule, expected.first), note.line);
}

std::vector<Expectation> of_kind(const Schedule& schedule, Kind kind) {
  std::vector<Expectation> result;
  std::copy_if(schedule.expectations().begin(), schedule.expectations().end(), std::back_inserter(result),
               [kind](const Expectation& expectation) { return expectation.kind == kind; });
  return result;
}

std::string describe(const Hazard& hazard) {
  std::string text(name(hazard.slug));
  if (hazard.first.line != 0) text += fmt::format(" first={}", hazard.first.line);
  if (hazard.second.line != 0) text += fmt::format(" second={}", hazard.second.line);
  if (hazard.second_lo != hazard.second_hi) text += fmt::format(" bytes={}:{}", hazard.second_lo, hazard.second_hi);
  return text;
}

void compare_hazards(const Schedule& schedule, const Report& report, std::vector<Surprise>& surprises) {
  const std::vector<Expectation> expected = of_kind(schedule, Kind::hazard);
  const auto paired = pair_off(expected.size(), report.hazards.size(), [&](std::size_t claim, std::size_t finding) {
    return fits(schedule, expected[claim], report.hazards[finding]);
  });
  std::vector<bool> explained(report.hazards.size(), false);
  for (std::size_t claim = 0; claim < expected.size(); ++claim) {
    if (paired[claim]) {
      explained[*paired[claim]] = true;
    } else {
      surprises.push_back(
          {expected[claim].line, fmt::format("expected hazard {} was not found", expected[claim].slug)});
    }
  }
  for (std::size_t finding = 0; finding < report.hazards.size(); ++finding) {
    const Hazard& hazard = report.hazards[finding];
    if (!explained[finding]) surprises.push_back({hazard.second.line, "found, but not expected: " + describe(hazard)});
  }
}

void compare_notes(const Schedule& schedule, const Report& report, std::vector<Surprise>& surprises) {
  const std::vector<Expectation> expected = of_kind(schedule, Kind::note);
  const auto paired = pair_off(expected.size(), report.notes.size(), [&](std::size_t claim, std::size_t finding) {
    return fits(schedule, expected[claim], report.notes[finding]);
  });
  for (std::size_t claim = 0; claim < expected.size(); ++claim) {
    if (!paired[claim]) {
      surprises.push_back({expected[claim].line, fmt::format("expected note {} was not found", expected[claim].slug)});
    }
  }
}

/// `clean` and `wrong_value` speak of the trace as a whole.
void compare_verdict(const Schedule& schedule, const Report& report, std::vector<Surprise>& surprises) {
  for (const Expectation& claim : of_kind(schedule, Kind::clean)) {
    if (!of_kind(schedule, Kind::hazard).empty()) {
      surprises.push_back({claim.line, "the trace expects both a hazard and to be clean"});
    }
  }
  for (const Expectation& claim : of_kind(schedule, Kind::wrong_value)) {
    if (report.hazards.empty())
      surprises.push_back({claim.line, "expected a wrong value, but no hazard can cause one"});
  }
}

}  // namespace

std::vector<Surprise> compare_with_expectations(const Schedule& schedule, const Report& report,
                                                const model::Rules& rules) {
  if (report.error) return {{report.error->line, "no verdict: " + report.error->message}};
  const auto about_statuses = status_surprises(schedule, rules);
  std::vector<Surprise> surprises = about_statuses.value_or(std::vector<Surprise>{});
  if (schedule.expectations().empty() && !about_statuses) {
    surprises.push_back({0, "expects nothing, so it checks nothing"});
  }
  compare_hazards(schedule, report, surprises);
  compare_notes(schedule, report, surprises);
  compare_verdict(schedule, report, surprises);
  std::stable_sort(surprises.begin(), surprises.end(),
                   [](const Surprise& a, const Surprise& b) { return a.line < b.line; });
  return surprises;
}

std::vector<Surprise> surprises(const Schedule& schedule, const model::Rules& rules) {
  const Report report = audit(schedule, {.rules = rules, .explain = false, .fixes = false, .text = {}});
  return compare_with_expectations(schedule, report, rules);
}

}  // namespace fencepost::checker

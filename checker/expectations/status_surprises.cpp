#include <fencepost/checker/expectations/status_surprises.h>
#include <fencepost/model/device.h>
#include <fencepost/model/discard_submissions.h>
#include <fencepost/traces/player.h>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

bool expects_a_status(const Schedule& schedule) {
  for (std::size_t index = 0; index < schedule.size(); ++index) {
    if (schedule[index].detail->expected_status) return true;
  }
  return false;
}

}  // namespace

std::optional<std::vector<Surprise>> status_surprises(const Schedule& schedule, const model::Rules& rules) {
  if (!expects_a_status(schedule)) return std::nullopt;
  std::vector<Surprise> surprises;
  const auto compare = [&surprises](std::size_t, const Operation& operation, const Outcome& outcome) {
    const std::optional<Status> expected = operation.detail->expected_status;
    if (expected && !outcome.possible.contains(*expected)) {
      surprises.push_back({operation.line, fmt::format("expected status {}, but the call returns {}", name(*expected),
                                                       name(outcome.status))});
    }
    return true;
  };
  model::DiscardSubmissions discard;
  model::Device device(discard, rules);
  const auto played = play(schedule, device, {}, compare);
  if (!played) surprises.push_back({played.error().line, "statuses cannot be compared: " + played.error().message});
  return surprises;
}

}  // namespace fencepost::checker

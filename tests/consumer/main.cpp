/// Writes a schedule in C++ and audits it: once with a wait, once without.

#include <fencepost/checker/audit.h>
#include <fencepost/traces/builder.h>

#include <cstdio>
#include <cstdlib>

namespace {

fencepost::Schedule hand_off(bool with_wait) {
  fencepost::ScheduleBuilder schedule;
  const auto producer = schedule.stream("producer");
  const auto consumer = schedule.stream("consumer");
  const auto filled = schedule.event("filled");
  const auto data = schedule.buffer("data", 4 * fencepost::MiB);
  schedule.kernel("produce", producer).writes(data);
  schedule.record(filled, producer);
  if (with_wait) schedule.wait(filled, consumer);
  schedule.kernel("consume", consumer).reads(data[{0, 64}]);
  return schedule.take();
}

bool expect(bool holds, const char* what) {
  std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
  return holds;
}

}  // namespace

int main() {
  const auto ordered = fencepost::checker::audit(hand_off(true));
  const auto unordered = fencepost::checker::audit(hand_off(false));
  const bool clean = expect(ordered.clean(), "with the wait, the schedule is clean");
  const bool found =
      expect(unordered.hazards.size() == 1 && unordered.hazards[0].slug == fencepost::checker::Slug::read_before_write,
             "without it, the read may come before the write");
  return clean && found ? EXIT_SUCCESS : EXIT_FAILURE;
}

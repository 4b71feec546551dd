// The oracle lets items that do not touch the watched byte run as soon as they may. Here they are
// interleaved with all others instead, in every order: nothing changes.

#include <fencepost/checker/oracle/contested_bytes.h>
#include <fencepost/checker/oracle/exploration.h>
#include <fencepost/model/device.h>
#include <fencepost/properties/schedule_generator.h>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using namespace checker::oracle;

constexpr std::size_t most_states = 60'000;

void expect_same(const ContestedBytes& bytes, const Exploration& reduced, const Exploration& full) {
  for (const Touch& later : bytes.touches) {
    for (const Touch& earlier : bytes.touches) {
      if (earlier.item >= later.item) continue;
      EXPECT_EQ(reduced.reversible(earlier.item, later.item), full.reversible(earlier.item, later.item));
    }
  }
  EXPECT_EQ(reduced.wrong_reads().size(), full.wrong_reads().size());
}

/// How many byte ranges of the schedule were compared.
int compare(const Schedule& schedule) {
  checker::SubmissionLog log;
  model::Device device(log);
  for (std::size_t index = 0; index < schedule.size(); ++index) device.submit(schedule[index]);
  const auto machine = QueueMachine::build(log);
  if (!machine) return 0;
  int compared = 0;
  for (const ContestedBytes& bytes : contested_bytes(log, *machine)) {
    const auto reduced = explore(*machine, bytes, most_states);
    const auto full = explore(*machine, bytes, most_states, ItemSet{}.set());
    if (!reduced || !full) continue;
    expect_same(bytes, *reduced, *full);
    EXPECT_LE(reduced->state_count(), full->state_count());
    ++compared;
  }
  return compared;
}

TEST(Interleaving, OfItemsThatDoNotTouchTheByteChangesNothing) {
  GeneratorSettings settings;
  settings.streams = 3;
  settings.sections = 2;
  settings.eager_length = 4;
  settings.capture_length = 5;
  settings.launches = 2;
  int compared = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    compared += compare(generate(random_tape(11, number, settings.tape_length()), settings));
  }
  EXPECT_GT(compared, 200);
}

}  // namespace
}  // namespace fencepost::properties

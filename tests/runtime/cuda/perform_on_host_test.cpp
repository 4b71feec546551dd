#include "host_card.h"
#include "preparing.h"
#include <fencepost/runtime/cuda/lockstep.h>
#include <fencepost/runtime/cuda/wrong_value_text.h>

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Plays on host memory; returns what differs from the reference, in words.
std::vector<std::string> faults(Prepared& schedule, HostCard& card) {
  LockstepHooks hooks;
  hooks.before_step = [&](const PreparedStep& step) { card.place_next(step.allocation); };
  EXPECT_FALSE(play_in_lockstep(schedule, card, hooks).difference.has_value());
  std::vector<std::string> texts;
  const std::array logs{card.log()};
  const ValueDifferences differences = compare_reads(schedule.reference(), schedule.coordinates(), logs);
  for (const WrongValue& wrong : differences.wrong) texts.push_back(describe(schedule, wrong));
  for (const MissingExecution& missing : differences.missing) texts.push_back(describe(schedule, missing));
  return texts;
}

std::vector<std::string> faults(const std::string& statements, std::uint32_t skipped_line = 0) {
  const auto schedule = prepared(statements);
  HostCard card(*schedule);
  card.skip(skipped_line);
  return faults(*schedule, card);
}

constexpr const char* step = R"(stream main
buffer gs 4KiB
buffer shard 2KiB
begin_capture graph stream=main
kernel exchange stream=main writes=gs
kernel fp32_sum stream=main reads=gs[0:2KiB],gs[2KiB:4KiB] writes=shard
end_capture graph
instantiate run from=graph
launch run stream=main
kernel overwrite stream=main writes=gs[0:2KiB]
launch run stream=main
)";

TEST(HostArithmetic, AgreesWithTheReferenceOnReplays) { EXPECT_THAT(faults(step), IsEmpty()); }

TEST(HostArithmetic, NamesTheWriterOfAStaleWord) {
  // Line 6 is the exchange: without it the sum reads what was there before.
  EXPECT_THAT(
      faults(step, 6),
      ElementsAre("replay 1 of run: fp32_sum (line 7) read 4096 bytes of gs written by nobody (initial contents), "
                  "expected replay 1 of run: exchange (line 6)",
                  "replay 2 of run: fp32_sum (line 7) read 2048 bytes of gs written by overwrite (line 11), expected "
                  "replay 2 of run: exchange (line 6)",
                  "replay 2 of run: fp32_sum (line 7) read 2048 bytes of gs written by nobody (initial contents), "
                  "expected replay 2 of run: exchange (line 6)"));
}

TEST(HostArithmetic, SeesThatAReadingKernelNeverRan) {
  EXPECT_THAT(faults(step, 7), ElementsAre("replay 1 of run: fp32_sum (line 7) never ran",
                                           "replay 2 of run: fp32_sum (line 7) never ran"));
}

TEST(HostArithmetic, AgreesOnCopiesFillsAndAtomics) {
  EXPECT_THAT(faults(R"(stream main
buffer a 4KiB
buffer b 4KiB
buffer staged 4KiB memory=pinned
fill clear stream=main to=a
kernel count_one stream=main atomics=a
kernel count_two stream=main atomics=a[1KiB:2KiB]
copy save stream=main from=a to=b
copy fetch stream=main from=b[1KiB:3KiB] to=staged[0:2KiB]
synchronize stream main
host look reads=staged[0:1KiB]
kernel check stream=main reads=b[512B:1536B] writes=a
)"),
              IsEmpty());
}

TEST(HostArithmetic, FollowsBytesThroughACopy) {
  EXPECT_THAT(faults(R"(stream main
buffer a 4KiB
buffer b 4KiB
kernel make stream=main writes=a
copy save stream=main from=a to=b
kernel check stream=main reads=b[1KiB:2KiB]
)",
                     5),
              ElementsAre("check (line 7) read 1024 bytes of b written by nobody (initial contents), expected make "
                          "(line 5)"));
}

TEST(HostArithmetic, AgreesOnCollectives) {
  EXPECT_THAT(faults(R"(stream main
communicator group ranks=4
buffer grads 4KiB
buffer shard 1KiB
buffer full 4KiB
kernel backward stream=main writes=grads
reduce_scatter scatter communicator=group stream=main reads=grads writes=shard
all_gather gather communicator=group stream=main reads=shard writes=full
all_reduce sum communicator=group stream=main updates=full[1KiB:2KiB]
kernel optimize stream=main reads=full,shard
)"),
              IsEmpty());
}

TEST(HostArithmetic, SeesAStaleBlockBehindACollective) {
  const auto found = faults(R"(stream main
communicator group ranks=2
buffer grads 4KiB
buffer shard 2KiB
kernel backward stream=main writes=grads
kernel late stream=main writes=grads[2KiB:4KiB]
reduce_scatter scatter communicator=group stream=main reads=grads writes=shard
kernel optimize stream=main reads=shard
)",
                            7);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0], "scatter (line 8) read 2048 bytes of grads written by backward (line 6), expected late (line 7)");
  EXPECT_THAT(found[1], testing::StartsWith("optimize (line 9) read 2048 bytes of shard"));
}

TEST(HostArithmetic, KeepsTwoExecutablesApart) {
  EXPECT_THAT(faults(R"(stream main
buffer a 4KiB
begin_capture graph stream=main
repeat 2 {
kernel twice stream=main updates=a
}
end_capture graph
instantiate one from=graph
instantiate two from=graph
launch one stream=main
launch two stream=main
launch one stream=main
)"),
              IsEmpty());
}

TEST(HostArithmetic, AgreesWhenAPoolHandsBytesOutAgain) {
  EXPECT_THAT(faults(R"(stream main
alloc a 4KiB stream=main
kernel one stream=main writes=a
free a
alloc b 4KiB stream=main
kernel two stream=main writes=b
kernel three stream=main reads=b
)"),
              IsEmpty());
}

}  // namespace
}  // namespace fencepost::cuda

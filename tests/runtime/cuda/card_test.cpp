#include "gpu.h"
#include <fencepost/runtime/cuda/wrong_value_text.h>

#include <gmock/gmock.h>

namespace fencepost::cuda {
namespace {

class Card : public GpuTest {};

/// Lines 7 and 8 touch the same bytes on two streams.
constexpr const char* race = R"(stream main
stream side
buffer a 4KiB
buffer b 4KiB
kernel make stream=main writes=a
synchronize device
kernel read stream=side reads=a writes=b
kernel overwrite stream=main writes=a
synchronize device
)";

TEST_F(Card, ShowsARaceWhenItsReaderSleeps) {
  const auto schedule = prepared(race);
  const RunResult result = run(*schedule, delayed(8));
  ASSERT_TRUE(result.complete());
  ASSERT_FALSE(result.values.wrong.empty());
  EXPECT_EQ(describe(*schedule, result.values.wrong[0]),
            "read (line 8) read 4096 bytes of a written by overwrite (line 9), expected make (line 6)");
}

TEST_F(Card, ShowsNothingWhenTheWriterSleeps) {
  const RunResult result = run(race, delayed(9));
  ASSERT_TRUE(result.complete());
  EXPECT_TRUE(result.values.empty());
}

TEST_F(Card, LetsACopyOvertakeWhenItsReaderSleeps) {
  const auto schedule = prepared(R"(stream main
stream side
buffer a 4KiB
buffer b 4KiB
copy save stream=side from=a to=b
fill clear stream=main to=a
synchronize device
kernel read stream=main reads=b
)");
  EXPECT_FALSE(run(*schedule, delayed(6)).values.wrong.empty()) << "a helper sleeps for the copy";
}

/// Row E04's graph in row E03's order of capture: only another linearisation shows the missing edge.
constexpr const char* external_pair = R"(stream main
stream side
event forked
event ready
event joined
buffer gs 4KiB
buffer out 4KiB
begin_capture graph stream=main
record forked stream=main
wait forked stream=side
kernel exchange stream=main writes=gs
record ready stream=main external
wait ready stream=side external
kernel sum stream=side reads=gs writes=out
record joined stream=side
wait joined stream=main
end_capture graph
instantiate x from=graph
launch x stream=main
launch x stream=main
launch x stream=main
)";

TEST_F(Card, ShowsAStaleExternalRecordByRelinearisation) {
  RunOptions options = delayed(12);
  options.order = {LinearOrder::Kind::waits_first, 0};
  const RunResult result = run(external_pair, options);
  ASSERT_TRUE(result.complete());
  EXPECT_EQ(result.not_rebuilt, "");
  EXPECT_FALSE(result.values.wrong.empty());
}

TEST_F(Card, HidesItInTheOrderOfTheCapture) {
  const RunResult result = run(external_pair);
  ASSERT_TRUE(result.complete());
  EXPECT_TRUE(result.values.empty());
}

constexpr const char* one_communicator = R"(stream one
stream two
communicator group ranks=2
buffer a 4KiB
begin_capture graph stream=one
all_reduce first communicator=group stream=one updates=a
end_capture graph
instantiate x from=graph
launch x stream=one
all_reduce second communicator=group stream=two updates=a
launch x stream=one
all_reduce third communicator=group stream=two updates=a
)";

TEST_F(Card, SerialisesACommunicatorCapturedAndEager) {
  for (const std::uint32_t line : {7U, 11U, 13U}) {
    const RunResult result = run(one_communicator, delayed(line));
    ASSERT_TRUE(result.complete());
    EXPECT_TRUE(result.values.empty()) << "line " << line << " delayed";
  }
}

TEST_F(Card, DoesNotSerialiseTwoCommunicators) {
  const RunResult result = run(R"(stream one
stream two
communicator group ranks=2
communicator other ranks=2
buffer a 4KiB
all_reduce first communicator=group stream=one updates=a
kernel second stream=two writes=a
)",
                               delayed(7));
  EXPECT_FALSE(result.values.wrong.empty());
}

}  // namespace
}  // namespace fencepost::cuda

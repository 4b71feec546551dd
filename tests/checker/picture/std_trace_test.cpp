#include <fencepost/checker/picture/std_trace.h>
#include <fencepost/traces/parser.h>

#include <checker/picture/two_streams.h>
#include <map>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::HasSubstr;

std::string std_trace(std::string_view trace) {
  std::ostringstream out;
  write_std(out, *parse(trace));
  return out.str();
}

// Thread 0 is the host, which only declares x.
TEST(StdTrace, TurnsARecordAndItsWaitIntoALock) {
  EXPECT_EQ(std_trace(two_streams),
            "T1_main|w(m0_0_4096)|6\n"
            "T1_main|acq(L0)|7\n"
            "T1_main|rel(L0)|7\n"
            "T2_rs|acq(L0)|8\n"
            "T2_rs|rel(L0)|8\n"
            "T2_rs|r(m0_0_4096)|9\n"
            "T1_main|w(m0_0_4096)|10\n");
}

TEST(StdTrace, SplitsRangesWhereTheyOverlap) {
  EXPECT_EQ(std_trace("fencepost 1\nstream s\nbuffer x 4KiB\nkernel a stream=s writes=x[0:3KiB]\n"
                      "kernel b stream=s reads=x[1KiB:4KiB]\n"),
            "T1_s|w(m0_0_1024)|4\n"
            "T1_s|w(m0_1024_3072)|4\n"
            "T1_s|r(m0_1024_3072)|5\n"
            "T1_s|r(m0_3072_4096)|5\n");
}

TEST(StdTrace, UpdatesReadAndWrite) {
  EXPECT_EQ(std_trace("fencepost 1\nstream s\nbuffer x 1KiB\nkernel a stream=s updates=x\n"),
            "T1_s|r(m0_0_1024)|4\nT1_s|w(m0_0_1024)|4\n");
}

// Branches of a graph must not look ordered: each has a thread of its own, joined by locks.
TEST(StdTrace, BranchesOfAGraphAreThreads) {
  const std::string text = std_trace(R"(fencepost 1
stream main
stream side
event fork
event join
buffer x 1KiB
begin_capture step stream=main
record fork stream=main
wait fork stream=side
kernel a stream=main writes=x
kernel b stream=side reads=x
record join stream=side
wait join stream=main
end_capture step
instantiate run from=step
launch run stream=main
)");
  EXPECT_THAT(text, HasSubstr("T1_main|w(m0_0_1024)|10\n"));
  EXPECT_THAT(text, HasSubstr("T2_side|r(m0_0_1024)|11\n"));
}

// Every lock is taken twice, first by the cause and then by the effect, by different threads.
TEST(StdTrace, EachLockJoinsTwoThreadsOnce) {
  std::istringstream lines(std_trace(two_streams));
  std::map<std::string, std::string> taken_by;
  std::size_t pairs = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t lock = line.find("acq(");
    if (lock == std::string::npos) {
      continue;
    }
    const std::string thread = line.substr(0, line.find('|'));
    const auto [first, fresh] = taken_by.try_emplace(line.substr(lock, line.find(')') - lock), thread);
    if (!fresh) {
      EXPECT_NE(first->second, thread);
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, taken_by.size());
}

}  // namespace
}  // namespace fencepost::checker

#include <fencepost/runtime/cuda/children.h>

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using std::chrono::milliseconds;
using Kind = JobEnd::Kind;

std::vector<JobEnd> ends_of(std::size_t count, const Job& job, milliseconds limit = std::chrono::seconds(60)) {
  std::vector<JobEnd> ends;
  run_in_children(count, job, limit, [&](std::size_t index, const JobEnd& end) {
    EXPECT_EQ(index, ends.size()) << "ends come in order";
    ends.push_back(end);
  });
  return ends;
}

std::string process_number() { return std::to_string(getpid()); }

TEST(Children, DoAllJobsInOneProcessThatIsNotOurs) {
  const auto ends = ends_of(3, [](std::size_t, const ReportAndExit&) { return JobResult{process_number(), false}; });
  ASSERT_EQ(ends.size(), 3U);
  EXPECT_NE(ends[0].text, process_number());
  EXPECT_EQ(ends[0].text, ends[1].text);
  EXPECT_EQ(ends[1].text, ends[2].text);
}

TEST(Children, AreReplacedWhenAJobSaysSo) {
  const auto ends = ends_of(2, [](std::size_t index, const ReportAndExit&) {
    return JobResult{process_number(), index == 0};
  });
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0].kind, Kind::finished);
  EXPECT_NE(ends[0].text, ends[1].text);
}

TEST(Children, ThatDieCostOneJob) {
  const auto ends = ends_of(3, [](std::size_t index, const ReportAndExit&) {
    if (index == 1) raise(SIGKILL);
    return JobResult{"done", false};
  });
  ASSERT_EQ(ends.size(), 3U);
  EXPECT_EQ(ends[0].text, "done");
  EXPECT_EQ(ends[1].kind, Kind::died);
  EXPECT_EQ(ends[1].signal, SIGKILL);
  EXPECT_EQ(ends[2].text, "done");
}

TEST(Children, ThatExitInTheirFirstJobDoNotRepeatIt) {
  const auto ends = ends_of(2, [](std::size_t index, const ReportAndExit&) {
    if (index == 0) _exit(0);
    return JobResult{"done", false};
  });
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0].kind, Kind::died);
  EXPECT_EQ(ends[1].text, "done");
}

TEST(Children, ThatHangAreKilled) {
  const auto ends = ends_of(
      2,
      [](std::size_t index, const ReportAndExit&) {
        while (index == 0) std::this_thread::sleep_for(milliseconds(10));
        return JobResult{"done", false};
      },
      milliseconds(500));
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0].kind, Kind::timed_out);
  EXPECT_EQ(ends[1].text, "done");
}

TEST(Children, CanReportFromAnotherThreadAndEnd) {
  const auto ends = ends_of(2, [](std::size_t index, const ReportAndExit& report_and_exit) {
    if (index == 0) {
      std::thread reporter([&] { report_and_exit("stuck in line 7"); });
      reporter.join();
    }
    return JobResult{"done", false};
  });
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0].text, "stuck in line 7");
  EXPECT_EQ(ends[1].text, "done");
}

TEST(Children, DoNotOutliveTheirParent) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  const pid_t parent = fork();
  if (parent == 0) {  // A parent of its own, which is killed while its child works.
    run_in_children(
        1,
        [&](std::size_t, const ReportAndExit&) {
          static_cast<void>(!write(ends[1], "x", 1));
          while (true) pause();
          return JobResult{};
        },
        std::chrono::seconds(60), [](std::size_t, const JobEnd&) {});
    _exit(0);
  }
  close(ends[1]);
  char byte = 0;
  ASSERT_EQ(read(ends[0], &byte, 1), 1) << "the child works";
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  EXPECT_EQ(read(ends[0], &byte, 1), 0) << "and is gone, for nobody holds the pipe any more";
  close(ends[0]);
}

TEST(Children, CarryLongTexts) {
  const std::string text(300'000, 'x');
  const auto ends = ends_of(1, [&](std::size_t, const ReportAndExit&) { return JobResult{text, false}; });
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].text, text);
}

}  // namespace
}  // namespace fencepost::cuda

#include "traces/parsing.h"
#include <fencepost/traces/issuer.h>
#include <fencepost/traces/printer.h>
#include <fencepost/traces/recording_device.h>

#include <vector>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

/// Answers every operation alike and keeps the lines.
class Answering final : public Device {
 public:
  Outcome answer;
  std::vector<std::uint32_t> lines;
  Outcome submit(const Operation& operation) override {
    lines.push_back(operation.line);
    return answer;
  }
};

TEST(RecordingDevice, PassesOnUnderTheLinesOfTheRecord) {
  Schedule schedule;
  Answering inner;
  inner.answer = {Status::cudaErrorMemoryAllocation, Status::cudaErrorMemoryAllocation, {}, Address{4096}};
  RecordingDevice recorder(schedule, inner);
  Issuer issuer(recorder, schedule.names());
  issuer.event("e");
  issuer.alloc("x", 8);
  EXPECT_EQ(inner.lines, (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(issuer.last_outcome().status, Status::cudaErrorMemoryAllocation);
  EXPECT_EQ(issuer.last_outcome().placed, Address{4096});
  EXPECT_EQ(print(schedule), test::trace("event e\nalloc x 8\n"));
}

TEST(RecordingDevice, AnswersSuccessWithoutAnInnerDevice) {
  Schedule schedule;
  RecordingDevice recorder(schedule);
  Issuer issuer(recorder, schedule.names());
  issuer.event("e");
  EXPECT_EQ(issuer.last_outcome().status, Status::success);
}

TEST(RecordingDevice, RecordsTheAnswersOfQueries) {
  Schedule schedule;
  Answering inner;
  inner.answer.ready = true;
  RecordingDevice recorder(schedule, inner);
  Issuer issuer(recorder, schedule.names());
  const auto e = issuer.event("e");
  const auto s = issuer.stream("s");
  issuer.query(e);
  inner.answer.ready = false;
  issuer.query(s);
  issuer.query(s).ready(true);  // what the program saw goes before what the device says
  EXPECT_EQ(print(schedule),
            test::trace("event e\nstream s\nquery event e ready=yes\nquery stream s ready=no\nquery stream s "
                        "ready=yes\n"));
}

TEST(RecordingDevice, DoesNotInventAnAnswer) {
  Schedule schedule;
  Answering inner;
  RecordingDevice recorder(schedule, inner);
  Issuer issuer(recorder, schedule.names());
  issuer.query(issuer.event("e"));
  EXPECT_EQ(schedule[1].detail->ready, std::nullopt);
}

}  // namespace
}  // namespace fencepost

/// Repairs of faults that are not about order: lifetimes, owners, refused calls.

#include <fencepost/checker/audit.h>
#include <fencepost/checker/repair/repair.h>
#include <fencepost/traces/parser.h>

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// The trace after each verified fix of its only hazard.
std::vector<std::string> mended(std::string_view trace) {
  const Report report = audit(*parse(trace), {.rules = {}, .explain = false, .fixes = true, .text = trace});
  EXPECT_EQ(report.hazards.size(), 1U);
  std::vector<std::string> result;
  for (const Hazard& hazard : report.hazards) {
    for (const Fix& fix : hazard.fixes) result.push_back(apply_edits(trace, fix.edits));
  }
  return result;
}

TEST(RepairOfLifetimes, UnwrittenBytesAreClearedWhereTheyAreHandedOut) {
  EXPECT_THAT(mended(R"(fencepost 1
stream compute
alloc send 4KiB stream=compute
kernel wgrad stream=compute writes=send[0:3KiB]
kernel use stream=compute reads=send
)"),
              ElementsAre(R"(fencepost 1
stream compute
alloc send 4KiB stream=compute
fill clear stream=compute to=send[3KiB:4KiB]
kernel wgrad stream=compute writes=send[0:3KiB]
kernel use stream=compute reads=send
)"));
}

TEST(RepairOfLifetimes, AWholeTensorIsClearedByItsName) {
  EXPECT_THAT(mended("fencepost 1\nstream one\nalloc x 512B stream=one\nkernel add stream=one updates=x\n"),
              ElementsAre(HasSubstr("\nfill clear stream=one to=x\n")));
}

TEST(RepairOfOwners, WhatOutlivesACaptureIsAllocatedBeforeIt) {
  EXPECT_THAT(mended(R"(fencepost 1
stream compute
pool graph kind=private
begin_capture step stream=compute pool=graph
alloc temporary 4KiB stream=compute
kernel fill stream=compute writes=temporary
free temporary
alloc kept 4KiB stream=compute
end_capture step
instantiate run from=step
kernel set stream=compute writes=kept
launch run stream=compute
kernel use stream=compute reads=kept
)"),
              Contains(R"(fencepost 1
stream compute
pool graph kind=private
alloc kept 4KiB stream=compute
begin_capture step stream=compute pool=graph
alloc temporary 4KiB stream=compute
kernel fill stream=compute writes=temporary
free temporary
end_capture step
instantiate run from=step
kernel set stream=compute writes=kept
launch run stream=compute
kernel use stream=compute reads=kept
)"));
}

TEST(RepairOfOwners, WhatIsAllocatedEagerlyFromAGraphsPoolGetsAnotherPool) {
  EXPECT_THAT(mended(R"(fencepost 1
stream compute
pool graph kind=private
begin_capture step stream=compute pool=graph
alloc temporary 4KiB stream=compute
kernel fill stream=compute writes=temporary
free temporary
end_capture step
instantiate run from=step
alloc backup 4KiB pool=graph stream=compute
kernel save stream=compute writes=backup
launch run stream=compute
kernel restore stream=compute reads=backup
)"),
              Contains(HasSubstr("\nalloc backup 4KiB stream=compute\n")));
}

TEST(RepairOfRefusedCalls, TheHostDoesNotWaitInACapture) {
  EXPECT_THAT(mended(R"(fencepost 1
stream compute
event done
begin_capture step stream=compute mode=relaxed
kernel work stream=compute
record done stream=compute
synchronize event done
end_capture step
)"),
              Contains(HasSubstr("\nwait done stream=compute\nend_capture step\n")));
}

// Before the record the query would answer for nothing.
TEST(RepairOfRefusedCalls, ACallAboutACapturedRecordIsNotMovedInFrontOfIt) {
  constexpr std::string_view trace = R"(fencepost 1
stream compute
event done
begin_capture step stream=compute mode=relaxed
kernel work stream=compute
record done stream=compute
query event done
end_capture step
)";
  for (const std::string& text : mended(trace)) EXPECT_EQ(text.find("query"), std::string::npos) << text;
}

TEST(RepairOfRefusedCalls, OtherThreadsAreFreeInAThreadLocalCapture) {
  EXPECT_THAT(mended(R"(fencepost 1
thread offload
stream compute
stream copies
start offload
begin_capture step stream=compute mode=global
kernel work stream=compute
@offload synchronize stream copies
end_capture step
)"),
              Contains(HasSubstr("begin_capture step stream=compute mode=thread_local\n")));
}

}  // namespace
}  // namespace fencepost::checker

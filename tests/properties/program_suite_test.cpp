// Any program behind a device as a suite: found, made small, kept, compared.

#include <fencepost/model/device.h>
#include <fencepost/model/discard_submissions.h>
#include <fencepost/properties/program_suite.h>
#include <fencepost/traces/issuer.h>

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

/// One to four hand-overs between two streams. Without `every_wait` some of them do not wait.
Program hand_overs(bool every_wait) {
  return [=](ChoiceSource& choices, Device& device, Names& names) {
    Issuer issuer(device, names);
    const StreamId producer = issuer.stream("producer");
    const StreamId consumer = issuer.stream("consumer");
    const EventId done = issuer.event("done");
    const BufferHandle data = issuer.buffer("data", 1024);
    const std::uint32_t count = 1 + choices.choose(4);
    for (std::uint32_t number = 0; number < count; ++number) {
      issuer.kernel("produce", producer).writes(data);
      issuer.record(done, producer);
      if (every_wait || !choices.chance(1, 4)) issuer.wait(done, consumer);
      issuer.kernel("consume", consumer).reads(data);
      issuer.synchronize_device();
    }
  };
}

/// The model, but every record fails.
class NoRecords final : public Device {
 public:
  Outcome submit(const Operation& operation) override {
    Outcome outcome = model_.submit(operation);
    if (operation.kind == OperationKind::record) outcome.status = Status::cudaErrorInvalidValue;
    return outcome;
  }

 private:
  model::DiscardSubmissions discard_;
  model::Device model_{discard_};
};

TEST(ProgramSuite, AGoodProgramIsClean) {
  const ProgramSuite suite("hand-overs", hand_overs(true), 1);
  const SuiteResult result = run_suite(suite, {.cases = 200, .stop = {}, .progress = {}});
  EXPECT_EQ(result.found, std::nullopt);
  EXPECT_EQ(result.counts[0], 200U);
  EXPECT_GT(result.counts[1], 1000U);
}

TEST(ProgramSuite, AMissingWaitIsFoundAndMadeSmall) {
  const ProgramSuite suite("hand-overs", hand_overs(false), 1);
  const SuiteResult result = run_suite(suite, {.cases = 200, .stop = {}, .progress = {}});
  ASSERT_TRUE(result.found.has_value());
  const CaseFinding finding = suite.investigate(*result.found);
  EXPECT_THAT(finding.summary, HasSubstr("read-before-write"));
  // The version line, two streams, a buffer, two kernels, and three comments and the complaint.
  EXPECT_EQ(std::ranges::count(finding.trace, '\n'), 6 + 4) << finding.trace;
  EXPECT_THAT(suite.still_shows(finding.trace), Optional(true));
  EXPECT_EQ(suite.still_shows("# suite: another\nfencepost 1\n"), std::nullopt);
}

TEST(ProgramSuite, RunsInLockstepWithTheModel) {
  const ProgramSuite suite("hand-overs", hand_overs(true), 1);
  model::DiscardSubmissions discard;
  model::Device same(discard);
  EXPECT_TRUE(suite.compare(3, same).empty());
  NoRecords other;
  const std::vector<Difference> differences = suite.compare(3, other);
  ASSERT_FALSE(differences.empty());
  EXPECT_EQ(differences[0].kind, OperationKind::record);
  EXPECT_EQ(differences[0].line, 7U);
}

}  // namespace
}  // namespace fencepost::properties

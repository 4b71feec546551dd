// A model of production size: 100 blocks and four microbatches in one graph, replayed ten times.

#include "properties/environment.h"
#include <fencepost/properties/gtp_audit.h>

#include <cstdint>

#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using Kind = Command::Kind;

/// The work that is issued inside captures: nodes of the graph.
std::uint64_t captured_work(const Schedule& schedule) {
  std::uint64_t count = 0;
  bool capturing = false;
  for (std::size_t index = 0; index < schedule.size(); ++index) {
    const OperationKind kind = schedule[index].kind;
    if (kind == OperationKind::begin_capture) capturing = true;
    if (kind == OperationKind::end_capture) capturing = false;
    if (capturing && is_stream_work(kind)) ++count;
  }
  return count;
}

TEST(RealisticSize, AHundredBlocksAndFourMicrobatchesAreAuditedWhole) {
  const auto blocks = static_cast<std::uint32_t>(properties::from_environment("FENCEPOST_GTP_TEST_BLOCKS", 100));
  const Scenario scenario{{.blocks = blocks,
                           .weights_per_block = 6,
                           .embeddings = true,
                           .separate_communicators = true,
                           .fp32_accumulation = true,
                           .microbatches = 4},
                          {{Kind::warm_up}, {Kind::capture}, {Kind::replay, 9}}};
  const properties::EngineAudit whole = properties::audit_engine(scenario);
  EXPECT_TRUE(whole.clean()) << describe(whole);
  const std::uint64_t nodes = captured_work(whole.schedule);
  EXPECT_GE(nodes, 200 * blocks);
  EXPECT_LE(nodes, 300 * blocks);
  EXPECT_GT(whole.report.accesses, 10 * nodes);

  // At that size one missing edge is still found.
  const properties::EngineAudit broken =
      properties::audit_engine(scenario, RuleSet{}.without(Rule::reduced_event_covers_the_sum));
  EXPECT_TRUE(broken.has_hazard("read-before-write"));
}

}  // namespace
}  // namespace fencepost::gtp::testing

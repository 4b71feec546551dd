#include "../script.h"
#include <fencepost/checker/clocks/graph_ports.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;
using testing::Plan;

TEST(GraphPorts, AreTheExternalWaitsAndRecordsInIndexOrder) {
  Plan plan;
  const auto record = plan.record({});
  const auto wait = plan.wait({});
  plan.work({record, wait});
  const auto last = plan.record({});
  const GraphPorts ports(*plan);
  EXPECT_THAT(ports.waits(), ElementsAre(wait));
  EXPECT_THAT(ports.records(), ElementsAre(record, last));
  EXPECT_EQ(ports.record_port(last), 1U);
}

TEST(GraphPorts, OrderEntersThroughAWaitAndGoesOnAlongEdges) {
  Plan plan;
  const auto before = plan.work({});
  const auto wait = plan.wait({before});
  const auto after = plan.work({wait});
  const auto beside = plan.work({before});
  const auto joined = plan.work({after, beside});
  const GraphPorts ports(*plan);
  EXPECT_FALSE(ports.enters(0, before));
  EXPECT_TRUE(ports.enters(0, wait));
  EXPECT_TRUE(ports.enters(0, after));
  EXPECT_FALSE(ports.enters(0, beside));
  EXPECT_TRUE(ports.enters(0, joined));
}

TEST(GraphPorts, OrderLeavesThroughARecordForWhatLeadsToIt) {
  Plan plan;
  const auto first = plan.work({});
  const auto beside = plan.work({first});
  const auto record = plan.record({first});
  const auto after = plan.work({record});
  const GraphPorts ports(*plan);
  EXPECT_TRUE(ports.leaves(first, 0));
  EXPECT_TRUE(ports.leaves(record, 0));
  EXPECT_FALSE(ports.leaves(beside, 0));
  EXPECT_FALSE(ports.leaves(after, 0));
}

TEST(GraphPorts, KeepsManyPortsApart) {
  Plan plan;
  std::vector<model::NodeIndex> waits;
  for (std::uint32_t i = 0; i < 130; ++i) waits.push_back(plan.wait({}));
  const auto odd = plan.work({waits[1], waits[65], waits[129]});
  const GraphPorts ports(*plan);
  for (std::uint32_t port = 0; port < 130; ++port) {
    EXPECT_EQ(ports.enters(port, odd), port == 1 || port == 65 || port == 129) << port;
  }
}

TEST(GraphPorts, AGraphWithoutAnyHasNone) {
  Plan plan;
  plan.work({});
  const GraphPorts ports(*plan);
  EXPECT_TRUE(ports.waits().empty());
  EXPECT_TRUE(ports.records().empty());
}

}  // namespace
}  // namespace fencepost::checker

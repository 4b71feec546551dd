#pragma once

// A detector, a script that feeds it, and the tenures it asks about.

#include "../script.h"
#include <fencepost/checker/detector.h>
#include <fencepost/model/generation.h>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost::checker::testing {

struct Detected : ::testing::Test {
  std::vector<model::Generation> tenures;
  Detector detector{[this] { return std::span<const model::Generation>(tenures); }};
  Script script{detector};

  /// A tensor over bytes [0, 8) of region 0, static and initialised unless changed.
  model::Generation& tensor(std::uint32_t id) {
    if (id >= tenures.size()) tenures.resize(id + 1);
    model::Generation& made = tenures[id];
    made.buffer = BufferId{id};
    made.region = model::RegionId{0};
    made.hi = 8;
    made.initialised = true;
    return made;
  }
  /// The same from a pool. Its bytes are handed over now.
  model::Generation& pooled(std::uint32_t id, PoolKind kind, bool graph_memory = false) {
    model::Generation& made = tensor(id);
    made.pooled = true;
    made.initialised = false;
    made.pool_kind = kind;
    made.graph_memory = graph_memory;
    made.allocated_at = script.next();
    made.allocate_line = static_cast<std::uint32_t>(made.allocated_at);
    script.hand_over(0, 8, id);
    return tenures[id];
  }
  void free(std::uint32_t id) {
    tenures[id].release_line = static_cast<std::uint32_t>(script.next());
    tenures[id].released_at = script.next();
    script.release(0, 8, id);
  }

  /// The only hazard; fails when there is another number of them.
  Hazard only() {
    const auto result = detector.finish();
    EXPECT_EQ(result.hazards.size(), 1U);
    return result.hazards.empty() ? Hazard{} : result.hazards.front();
  }
  std::vector<Hazard> all() { return detector.finish().hazards; }
};

}  // namespace fencepost::checker::testing

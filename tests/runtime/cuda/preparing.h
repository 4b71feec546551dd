#pragma once

/// From the text of a trace to what the card's tests start from.

#include <fencepost/runtime/cuda/prepare.h>
#include <fencepost/traces/parser.h>

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace fencepost::cuda {

/// The schedule that `statements` (without the first line) mean.
inline Schedule schedule_of(const std::string& statements) {
  auto schedule = parse("fencepost 1\n" + statements);
  EXPECT_TRUE(schedule.has_value()) << statements;
  return schedule.value_or(Schedule{});
}

inline std::unique_ptr<Prepared> prepared(const std::string& statements) {
  auto result = Prepared::make(schedule_of(statements));
  EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().reason);
  return result ? std::move(*result) : nullptr;
}

/// Why the schedule is not played; empty when it is.
inline std::string reason_not_played(const std::string& statements) {
  const auto result = Prepared::make(schedule_of(statements));
  return result ? std::string() : result.error().reason;
}

}  // namespace fencepost::cuda

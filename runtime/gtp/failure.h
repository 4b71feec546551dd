#pragma once

/// Why a command of the engine did not do what it says.

#include <fencepost/traces/status.h>

#include <cstdint>
#include <string_view>

#include <tl/expected.hpp>

namespace fencepost::gtp {

enum class Failure : std::uint8_t {
  refused_call,    ///< the device answered a call with an error; `Calls::status` has it
  pool_exhausted,  ///< a registered pool or an arena would have had to grow inside a capture
  acquired_twice,  ///< a weight asked for a send buffer while its last one was not yet sent
  slot_shared,     ///< one local graph would write one ring slot for two weights
  demand_not_met,  ///< a capture used more or less of its arena than the eager pass had found
  not_applicable,  ///< the command makes no sense in the engine's present state; nothing was issued
};
std::string_view name(Failure failure);

using Result = tl::expected<void, Failure>;

}  // namespace fencepost::gtp

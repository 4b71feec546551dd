#pragma once

/// Feeds a schedule to a device, loops unrolled.

#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/reader.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <tl/expected.hpp>

namespace fencepost {

struct PlayLimits {
  /// Most operations after unrolling; each turn of a loop counts as one more.
  std::uint64_t most_steps = 100'000'000;
};

/// Why a schedule was not played, or not to its end.
struct PlayError {
  enum class Kind : std::uint8_t { too_many_steps, endless_loop, faulty_trace } kind = Kind::too_many_steps;
  std::uint32_t line = 0;  ///< of the loop at fault; 0 when it is no loop
  std::string message;
  Diagnostics diagnostics;  ///< of a faulty trace
};

struct Played {
  std::uint64_t operations = 0;  ///< submitted to the device
  bool stopped = false;          ///< the observer ended it
};

/// Called after each operation; `index` is that of the operation in the schedule, the same in every
/// turn of a loop. Returns whether to go on.
using PlayObserver = std::function<bool(std::size_t index, const Operation& operation, const Outcome& outcome)>;

/// Submits every operation in issue order. A schedule that cannot be played whole, because it has a
/// `repeat forever` or too many steps, is refused before anything is submitted.
tl::expected<Played, PlayError> play(const Schedule& schedule, Device& device, const PlayLimits& limits = {},
                                     const PlayObserver& observer = {});

/// The same for a trace that is read meanwhile, on a thread of its own: until `play` returns nobody
/// else uses the reader or its names. What is refused or faulty is found only when the reader gets
/// there: on an error, whatever the device concluded is void.
tl::expected<Played, PlayError> play(ScheduleReader& reader, Device& device, const PlayLimits& limits = {},
                                     const PlayObserver& observer = {});

}  // namespace fencepost

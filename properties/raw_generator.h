#pragma once

/// From choices to raw schedules: any call on any object by any thread, legal or not.
///
/// They are made for comparing what the model answers with what a GPU's runtime answers, call by call.
/// What they do to bytes is beside the point: nearly all of them race.

#include <fencepost/properties/tape.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <cstdint>

namespace fencepost::properties {

/// Upper bounds of a raw schedule.
struct RawSettings {
  std::uint32_t streams = 4;  ///< at least 2
  std::uint32_t events = 4;   ///< at least 1
  std::uint32_t threads = 2;  ///< further host threads
  std::uint32_t length = 40;  ///< calls after the declarations
  /// How long a tape has to be so that it does not run out.
  [[nodiscard]] std::size_t tape_length() const { return 40 + std::size_t{6} * length; }
};

/// Every result is a trace that can be printed and parsed: handles are used only after they were
/// declared, every capture is ended at last, every thread is joined. Everything else is left to chance.
Schedule generate_raw(ChoiceSource& choices, const RawSettings& settings);

}  // namespace fencepost::properties

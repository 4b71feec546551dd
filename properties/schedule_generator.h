#pragma once

/// From choices to schedules: legal ones for the most part, dense in what the checker is about.

#include <fencepost/properties/tape.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>

namespace fencepost::properties {

/// Upper bounds of a generated schedule; how much of them is used is chosen too.
struct GeneratorSettings {
  std::uint32_t streams = 4;          ///< at least 2
  std::uint32_t events = 3;           ///< at least 1
  std::uint32_t static_buffers = 2;   ///< at least 1
  std::uint32_t tensors = 3;          ///< buffers that are allocated and freed
  std::uint32_t sections = 3;         ///< each a run of eager operations or a capture
  std::uint32_t eager_length = 10;    ///< operations of an eager section
  std::uint32_t capture_length = 12;  ///< operations inside a capture
  std::uint32_t launches = 3;         ///< of one executable, right after its capture
  std::uint32_t threads = 1;          ///< further host threads

  /// Most results fit the oracle.
  static GeneratorSettings small() { return {}; }
  /// Too large for the oracle; the reference engines still take them in milliseconds.
  static GeneratorSettings large() { return {6, 8, 3, 6, 8, 16, 12, 4, 2}; }
  /// How long a tape has to be so that it hardly ever runs out.
  [[nodiscard]] std::size_t tape_length() const;
};

/// Never loops for ever, whatever the choices; an exhausted source gives the shortest schedule that
/// its beginning allows. A capture that is begun is ended. Bytes that one host thread allocates are
/// used by that thread's operations only, as a program without host synchronisation must.
Schedule generate(ChoiceSource& choices, const GeneratorSettings& settings);
/// What the choices on `tape` give.
Schedule generate(const Tape& tape, const GeneratorSettings& settings);

}  // namespace fencepost::properties

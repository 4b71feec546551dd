#pragma once

/// Raw schedules on the card: does every call return what the model allows?

#include <fencepost/properties/raw_generator.h>
#include <fencepost/properties/tape.h>
#include <fencepost/runtime/cuda/card_run.h>

#include <cstdint>
#include <string>

namespace fencepost::cuda {

struct RawVerdict {
  enum class Kind : std::uint8_t {
    agreed,
    not_played,  ///< the model, or the player, does not know something in it
    differed,
  } kind = Kind::agreed;
  std::uint64_t calls = 0;
  /// Why it was not played; or the call, the card's answer and the model's, without the line.
  std::string summary;
  std::uint32_t line = 0;  ///< of the call that differed
};

/// Generates the schedule of a tape and plays it once, without delays.
RawVerdict play_raw(const properties::Tape& tape, const properties::RawSettings& settings, Workspace& workspace,
                    Watchdog& watchdog, const OnHang& on_hang);

/// The trace of a tape that differed, as small as `attempts` further tapes make it, with the line that
/// still differs in the same way marked by a comment.
std::string shrunk_trace(const properties::Tape& tape, const RawVerdict& verdict,
                         const properties::RawSettings& settings, Workspace& workspace, Watchdog& watchdog,
                         const OnHang& on_hang, std::size_t attempts);

}  // namespace fencepost::cuda

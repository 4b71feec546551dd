#pragma once

/// What a training script can do with the engine: the alphabet of command sequences.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fencepost::gtp {

struct Command {
  enum class Kind : std::uint8_t {
    warm_up,              ///< one eager iteration of what will be captured
    capture,              ///< capture, then replay once in the same step
    replay,               ///< `count` replays, the optimizer after each
    reset,                ///< destroy the graphs
    eager_step,           ///< one eager iteration, whatever has been captured
    allocate_noise,       ///< somebody else's tensor: allocated, written and kept
    free_noise,           ///< the oldest of them is dropped
    stash_scratch,        ///< somebody leaves a buffer in the eager scratch pool
    mixed_step,           ///< one microbatch replayed, one eager, then the optimizer
    another_runner,       ///< local graphs: every module goes on with the next runner stream
    change_order,         ///< the first block comes last from now on; captured graphs are reset first
    change_microbatches,  ///< to `count`; captured graphs are reset first
  };
  static constexpr std::size_t kind_count = static_cast<std::size_t>(Kind::change_microbatches) + 1;
  Kind kind = Kind::eager_step;
  std::uint32_t count = 1;

  friend bool operator==(const Command&, const Command&) = default;
};

std::string_view name(Command::Kind kind);
/// `replay 3`, `capture`, …
std::string describe(const Command& command);
/// The inverse; nothing when it is no command.
std::optional<Command> parse_command(std::string_view text);

}  // namespace fencepost::gtp

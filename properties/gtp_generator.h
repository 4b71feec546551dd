#pragma once

/// Decodes a job and a command sequence from choices.
///
/// Every sequence of choices gives a scenario that the engine accepts: axes that exclude one another
/// are reconciled, not rejected. The choice 0 is the simplest everywhere, and no choice depends on a
/// mutation.

#include <fencepost/properties/tape.h>
#include <fencepost/runtime/gtp/mutation.h>

#include <cstdint>

namespace fencepost::properties {

struct GtpGeneratorSettings {
  std::uint32_t max_commands = 8;
  std::uint32_t max_blocks = 3;
  std::uint32_t max_replays = 10;
  std::uint32_t long_replays = 100;  ///< now and then
  std::uint32_t max_lives = 3;       ///< of a graph: captured, replayed, reset
  std::uint32_t max_microbatches = 8;

  /// Jobs that a GPU plays in milliseconds.
  static GtpGeneratorSettings small() { return {3, 2, 3, 5, 2, 2}; }
};

/// Whether the configuration is accepted and a job whose registered pool may not grow inside a
/// capture was warmed up first.
bool makes_sense(const gtp::Scenario& scenario);

gtp::Configuration decode_configuration(ChoiceSource& choices, const GtpGeneratorSettings& settings = {});
/// Always one that makes sense.
gtp::Scenario decode_scenario(ChoiceSource& choices, const GtpGeneratorSettings& settings = {});

}  // namespace fencepost::properties

#pragma once

/// Megatron-LM's GTP buffer-lifetime machinery, rebuilt over `Device`.
///
/// The engine issues exactly the streams, events, allocations, kernels, collectives, captures and
/// launches that the described runtime issues, in the same host order, to any device: the model,
/// the card, a recorder. It draws no random numbers and asks no clock; a configuration, a set of
/// rules and a sequence of commands determine every operation. Not thread-safe.

#include <fencepost/runtime/gtp/command.h>
#include <fencepost/runtime/gtp/configuration.h>
#include <fencepost/runtime/gtp/failure.h>
#include <fencepost/runtime/gtp/rule.h>
#include <fencepost/runtime/gtp/violation.h>
#include <fencepost/traces/device.h>
#include <fencepost/traces/names.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fencepost::gtp {

/// How the body of the iteration was called.
enum class BodyCall : std::uint8_t { eager, capturing };

class Engine {
 public:
  /// Declares streams, events and buffers on `device`. `configuration` must be one that `refusal`
  /// accepts; `device` and `names` must outlive the engine.
  Engine(const Configuration& configuration, RuleSet rules, Device& device, Names& names);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine();

  /// Runs one command. `Failure::not_applicable` issues nothing; after any other failure the engine
  /// has unwound and refuses everything.
  Result run(const Command& command);
  /// Makes the device idle and gives everything back, in the order in which that is safe.
  void shut_down();

  /// Broken invariants of the host's own state, oldest first.
  [[nodiscard]] std::vector<Violation> check_invariants() const;
  /// How the body was called so far: once a warm-up or eager step, once a capture, never by a replay.
  [[nodiscard]] std::span<const BodyCall> body_calls() const;
  /// What the first refused call answered.
  [[nodiscard]] Status status() const;
  [[nodiscard]] bool captured() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fencepost::gtp

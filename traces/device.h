#pragma once

/// The one interface between whoever issues operations and whatever executes them.
///
/// The model, the GPU, a recorder and a comparison of two devices are all `Device`s; the player,
/// the generators and the GTP engine know nothing else.

#include <fencepost/traces/operation.h>

#include <cstdint>
#include <optional>

namespace fencepost {

/// An address in the (modelled or real) device address space, in bytes.
using Address = std::uint64_t;

/// What the host learns from one operation.
struct Outcome {
  /// What the call returned. A model, which cannot know timing, gives the status of the
  /// consistent adversary (definitions.md 3): everything that may be unfinished is unfinished.
  Status status = Status::success;
  /// Every status CUDA may give here; always contains `status`.
  StatusSet possible = Status::success;
  /// The answer of a query, when the call succeeded.
  std::optional<bool> ready;
  /// Where an allocation was placed.
  std::optional<Address> placed;
};

/// Executes operations one at a time, in host issue order. Not thread-safe: host threads are data
/// (`Operation::thread`), never callers.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  /// Executes `operation`. Its spans need to live only for the call. A refused operation returns
  /// its status and changes exactly what CUDA would change; it never throws.
  virtual Outcome submit(const Operation& operation) = 0;
};

}  // namespace fencepost

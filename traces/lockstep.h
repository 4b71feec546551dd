#pragma once

/// Two devices given the same operations, and where they disagree.

#include <fencepost/traces/device.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost {

/// One operation whose status is none of those expected.
struct Difference {
  std::size_t index = 0;   ///< of the operation, counted from 0 in the order of submission
  std::uint32_t line = 0;  ///< of the trace
  OperationKind kind = OperationKind::kernel;
  Status actual = Status::success;
  StatusSet expected;

  friend bool operator==(const Difference&, const Difference&) = default;
};

/// Whether every later call of the context fails too, so that comparing on says nothing.
constexpr bool is_sticky(Status status) {
  return status == Status::cudaErrorIllegalAddress || status == Status::cudaErrorLaunchFailure;
}

/// Submits to both devices and compares what they answer: the actual status against the set that
/// the expected device allows (definitions.md 18). After a sticky error both are still served and nothing
/// is compared any more.
class Lockstep final : public Device {
 public:
  /// Both must outlive it. `expected` is served first, so that it can decide what `actual` follows.
  Lockstep(Device& actual, Device& expected) : actual_(actual), expected_(expected) {}

  /// Returns the outcome of the actual device.
  Outcome submit(const Operation& operation) override;

  [[nodiscard]] const std::vector<Difference>& differences() const { return differences_; }
  /// A sticky error ended the comparison.
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  Device& actual_;
  Device& expected_;
  std::vector<Difference> differences_;
  std::size_t submitted_ = 0;
  bool stopped_ = false;
};

}  // namespace fencepost

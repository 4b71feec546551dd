#pragma once

/// Stops a program at its first failure, as an exception would.
///
/// Passes operations on until one is not answered with success or `fail` is called. From then on
/// only what a program does while it unwinds gets through: captures that have begun end, graphs that
/// exist are destroyed.

#include <fencepost/runtime/gtp/failure.h>
#include <fencepost/traces/device.h>

#include <optional>
#include <set>

namespace fencepost::gtp {

class UnwindingDevice final : public Device {
 public:
  /// `inner` must outlive it.
  explicit UnwindingDevice(Device& inner) : inner_(inner) {}

  Outcome submit(const Operation& operation) override;
  /// Stops for a reason that no call has given. The first reason stays.
  void fail(Failure failure) {
    if (!failure_) failure_ = failure;
  }

  [[nodiscard]] std::optional<Failure> failure() const { return failure_; }
  /// The answer of the first call that was refused; success while none was.
  [[nodiscard]] Status status() const { return status_; }

 private:
  /// Whether `operation` ends something that an earlier one has begun.
  [[nodiscard]] bool unwinds(const Operation& operation) const;
  void note(const Operation& operation);

  Device& inner_;
  std::set<GraphId> capturing_;
  std::set<GraphId> graphs_;
  std::set<ExecutableId> executables_;
  std::optional<Failure> failure_;
  Status status_ = Status::success;
};

}  // namespace fencepost::gtp

#pragma once

/// Writes down what is issued.

#include <fencepost/traces/schedule.h>

namespace fencepost {

/// Appends every operation to a schedule, under the line on which `print` will put it, and passes it
/// on under that line. A query that the inner device answers is recorded with its answer, because
/// a schedule means that answer when it is played again.
class RecordingDevice final : public Device {
 public:
  /// `schedule` must outlive the device; its names must be those the operations refer to.
  explicit RecordingDevice(Schedule& schedule) : schedule_(schedule) {}
  /// Also passes everything to `inner`, which must outlive the device, and returns its outcomes.
  RecordingDevice(Schedule& schedule, Device& inner) : schedule_(schedule), inner_(&inner) {}

  /// Without an inner device: success.
  Outcome submit(const Operation& operation) override;

 private:
  Schedule& schedule_;
  Device* inner_ = nullptr;
};

}  // namespace fencepost

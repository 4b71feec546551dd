#pragma once

/// A schedule's operations as calls of the real CUDA runtime on one GPU.
///
/// The device makes exactly the call that an operation stands for and answers with the status that
/// CUDA gave. Work becomes kernels over the words of an arena (words.h); where bytes lie was
/// decided by the modelled allocator and is handed in. Free of CUDA headers. Not thread-safe: host
/// threads of the schedule are real threads inside, one call at a time.

#include <fencepost/runtime/cuda/allocation.h>
#include <fencepost/runtime/cuda/authors.h>
#include <fencepost/runtime/cuda/coordinates.h>
#include <fencepost/runtime/cuda/delays.h>
#include <fencepost/runtime/cuda/digest_log.h>
#include <fencepost/runtime/cuda/driver_placement.h>
#include <fencepost/runtime/cuda/linear_order.h>
#include <fencepost/runtime/cuda/script.h>
#include <fencepost/traces/device.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fencepost::cuda {

class RealCommunicators;
class Workspace;

struct DeviceSettings {
  DelayPlan delays;
  LinearOrder order;  ///< of the nodes of captured graphs
  /// How many launches of an executable the log must have room for.
  std::function<std::uint32_t(ExecutableId)> launches;
  RealCommunicators* communicators = nullptr;  ///< none: all are loopback ones
  /// A bound for every wait that the device makes of its own accord.
  std::chrono::milliseconds patience{2000};
};

/// How a communicator of the schedule was played.
struct PlayedCommunicator {
  CommunicatorId communicator;
  std::uint64_t ranks = 1;
  std::string why_not_real;  ///< empty: it was a real one
};

/// A wait that stands before a piece of work, and the record that it was bound to.
struct WaitBefore {
  EventId event;
  std::uint32_t line = 0;
  std::uint32_t record_line = 0;  ///< 0: an event that no eager record has
  StreamId record_stream;
};

/// Work issued to a stream that has not ended.
struct UnfinishedWork {
  Progress work;
  bool begun = false;
  std::vector<WaitBefore> waits;  ///< between this work and the one before it
};

struct StreamProgress {
  StreamId stream;
  std::vector<UnfinishedWork> unfinished;  ///< in issue order; empty: nothing of ours is left to do
};

/// What the host and every stream are doing.
struct DeviceProgress {
  std::uint32_t line = 0;  ///< of the call that has not returned; 0: none
  std::vector<StreamProgress> streams;
};

/// An error that every later call returns too.
struct StickyError {
  Status status = Status::success;
  std::uint32_t line = 0;  ///< of the newest call
};

class Device final : public fencepost::Device {
 public:
  /// All references must outlive the device. The workspace must have been reset.
  Device(Workspace& workspace, Authors& authors, const Coordinates& coordinates, DeviceSettings settings);
  ~Device() override;

  /// What the next allocation, release or static buffer is: to be told before it is submitted.
  void place_next(const Allocation& allocation);
  Outcome submit(const Operation& operation) override;

  /// Waits until the card has made this progress; false when it does not in time.
  bool await(std::span<const Progress> progress);
  /// Waits until all streams are idle; false when they are not in time.
  bool await_idle();
  /// The same for the streams that do not capture, without disturbing the captures of others.
  bool await_eager_work();
  /// May be called from another thread while a call does not return.
  [[nodiscard]] DeviceProgress progress() const;

  /// Why the last operation could not be played at all; empty when it could.
  [[nodiscard]] const std::string& not_played() const;
  /// The error after which the process is useless; empty when there was none.
  [[nodiscard]] std::optional<StickyError> sticky_error() const;
  /// Why graphs were not rebuilt in the order asked for; empty when they were.
  [[nodiscard]] const std::string& not_rebuilt() const;

  [[nodiscard]] std::span<const PlayedCommunicator> communicators() const;
  /// Where the driver put what it was asked for in stream order, call by call.
  [[nodiscard]] std::span<const PlacedBlock> driver_blocks() const;

  /// Where the card's and the host's work logged what it read.
  [[nodiscard]] const DigestLog& device_log() const;
  [[nodiscard]] std::uint64_t device_log_size() const;
  [[nodiscard]] LogView host_log() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fencepost::cuda

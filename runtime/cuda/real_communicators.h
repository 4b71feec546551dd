#pragma once

/// Communicators of a real library, as the player sees them: runtime/nccl has them, tests have fakes.
///
/// Every communicator has one rank on each GPU of this process. The schedule is rank 0; whoever
/// implements this plays the other ranks from rank 0's own data, as movement.h says.

#include <fencepost/runtime/cuda/words.h>
#include <fencepost/traces/ids.h>
#include <fencepost/traces/operation.h>
#include <fencepost/traces/status.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <tl/expected.hpp>

struct CUstream_st;

namespace fencepost::cuda {

/// The number of a communicator among those of one run; a later run uses the same ones again.
using CommunicatorNumber = std::size_t;

/// Rank 0's share of one collective.
struct RealCollective {
  CommunicatorNumber communicator = 0;
  OperationKind kind = OperationKind::all_reduce;
  const Word* from = nullptr;
  Word* to = nullptr;
  std::size_t words = 0;  ///< what one rank contributes
  CUstream_st* stream = nullptr;
};

/// Not thread-safe. All memory named to it lies in `arena`.
class RealCommunicators {
 public:
  RealCommunicators() = default;
  RealCommunicators(const RealCommunicators&) = delete;
  RealCommunicators& operator=(const RealCommunicators&) = delete;
  virtual ~RealCommunicators() = default;

  /// Library and version, as a report says it.
  [[nodiscard]] virtual std::string name() const = 0;
  /// How many GPUs, and so ranks, there are.
  [[nodiscard]] virtual int ranks() const = 0;
  /// Memory on the schedule's GPU that windows can be made of; lives as long as this. Called once.
  virtual tl::expected<std::span<Word>, std::string> arena(std::size_t words) = 0;
  /// Makes the communicator when there is none of this number; empty on success.
  virtual std::string make(CommunicatorNumber number) = 0;
  /// Enqueues collectives in one group call.
  virtual Status run(std::span<const RealCollective> group) = 0;
  /// Registers a symmetric window of these words.
  virtual Status register_window(WindowId window, CommunicatorNumber communicator, std::span<Word> words) = 0;
  virtual Status deregister_window(WindowId window) = 0;
};

/// How a communicator of the schedule is played.
struct CommunicatorChoice {
  bool real = false;
  std::string why_not;  ///< it is not real
};

/// On the real library when it has a communicator of just this kind; `real` may be null.
CommunicatorChoice choose_communicator(std::uint64_t ranks, CommunicatorProfile profile, const RealCommunicators* real);

}  // namespace fencepost::cuda

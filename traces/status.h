#pragma once

/// What a CUDA or NCCL call returned.
///
/// The enumerators are spelt as the documentation of CUDA 13.0 and NCCL 2.28 spells them, because
/// that is what a person greps for. Their order is ours; `code()` gives CUDA's number.

#include <cstdint>
#include <optional>
#include <string_view>

namespace fencepost {

enum class Status : std::uint8_t {
  success,
  cudaErrorInvalidValue,
  cudaErrorMemoryAllocation,
  cudaErrorInvalidDevice,
  cudaErrorIllegalState,
  cudaErrorInvalidResourceHandle,
  cudaErrorNotReady,
  cudaErrorIllegalAddress,
  cudaErrorLaunchFailure,
  cudaErrorNotSupported,
  cudaErrorStreamCaptureUnsupported,
  cudaErrorStreamCaptureInvalidated,
  cudaErrorStreamCaptureMerge,
  cudaErrorStreamCaptureUnmatched,
  cudaErrorStreamCaptureUnjoined,
  cudaErrorStreamCaptureIsolation,
  cudaErrorStreamCaptureImplicit,
  cudaErrorCapturedEvent,
  cudaErrorStreamCaptureWrongThread,
  cudaErrorGraphExecUpdateFailure,
  cudaErrorUnknown,
  ncclInvalidUsage,
  ncclInvalidArgument,
};
inline constexpr std::uint8_t status_count = static_cast<std::uint8_t>(Status::ncclInvalidArgument) + 1;

/// The documented spelling: `success`, `cudaErrorInvalidValue`, `ncclInvalidUsage`, …
std::string_view name(Status status);
/// The inverse of `name`; empty when no status is spelt so.
std::optional<Status> status_named(std::string_view text);
/// CUDA's numeric code (900 for cudaErrorStreamCaptureUnsupported); NCCL's for NCCL statuses.
int code(Status status);

/// A set of statuses. The model answers with every status CUDA may give: a query depends on timing
/// (definitions.md 18), so its set is {success, cudaErrorNotReady}.
class StatusSet {
 public:
  constexpr StatusSet() = default;
  constexpr StatusSet(Status only) : bits_(bit(only)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] constexpr StatusSet with(Status more) const {
    StatusSet result = *this;
    result.bits_ |= bit(more);
    return result;
  }
  [[nodiscard]] constexpr bool contains(Status status) const { return (bits_ & bit(status)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  friend constexpr bool operator==(StatusSet, StatusSet) = default;

 private:
  static constexpr std::uint32_t bit(Status status) { return std::uint32_t{1} << static_cast<std::uint8_t>(status); }
  std::uint32_t bits_ = 0;
};

}  // namespace fencepost

#include <fencepost/traces/status.h>

#include <array>

namespace fencepost {
namespace {

struct Entry {
  Status status;
  std::string_view name;
  int code;
};

constexpr std::array<Entry, status_count> entries{{
    {Status::success, "success", 0},
    {Status::cudaErrorInvalidValue, "cudaErrorInvalidValue", 1},
    {Status::cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", 2},
    {Status::cudaErrorInvalidDevice, "cudaErrorInvalidDevice", 101},
    {Status::cudaErrorIllegalState, "cudaErrorIllegalState", 401},
    {Status::cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", 400},
    {Status::cudaErrorNotReady, "cudaErrorNotReady", 600},
    {Status::cudaErrorIllegalAddress, "cudaErrorIllegalAddress", 700},
    {Status::cudaErrorLaunchFailure, "cudaErrorLaunchFailure", 719},
    {Status::cudaErrorNotSupported, "cudaErrorNotSupported", 801},
    {Status::cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported", 900},
    {Status::cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated", 901},
    {Status::cudaErrorStreamCaptureMerge, "cudaErrorStreamCaptureMerge", 902},
    {Status::cudaErrorStreamCaptureUnmatched, "cudaErrorStreamCaptureUnmatched", 903},
    {Status::cudaErrorStreamCaptureUnjoined, "cudaErrorStreamCaptureUnjoined", 904},
    {Status::cudaErrorStreamCaptureIsolation, "cudaErrorStreamCaptureIsolation", 905},
    {Status::cudaErrorStreamCaptureImplicit, "cudaErrorStreamCaptureImplicit", 906},
    {Status::cudaErrorCapturedEvent, "cudaErrorCapturedEvent", 907},
    {Status::cudaErrorStreamCaptureWrongThread, "cudaErrorStreamCaptureWrongThread", 908},
    {Status::cudaErrorGraphExecUpdateFailure, "cudaErrorGraphExecUpdateFailure", 910},
    {Status::cudaErrorUnknown, "cudaErrorUnknown", 999},
    {Status::ncclInvalidUsage, "ncclInvalidUsage", 5},
    {Status::ncclInvalidArgument, "ncclInvalidArgument", 4},
}};

constexpr bool entries_are_in_enumeration_order() {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (static_cast<std::size_t>(entries[i].status) != i) return false;
  }
  return true;
}
static_assert(entries_are_in_enumeration_order(), "entries are indexed by the enumerator");

}  // namespace

std::string_view name(Status status) { return entries[static_cast<std::size_t>(status)].name; }

std::optional<Status> status_named(std::string_view text) {
  for (const Entry& entry : entries) {
    if (entry.name == text) return entry.status;
  }
  return std::nullopt;
}

int code(Status status) { return entries[static_cast<std::size_t>(status)].code; }

}  // namespace fencepost

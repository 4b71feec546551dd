#pragma once

/// What generated GTP jobs were like: the guard against properties that hold because nothing happened.

#include <fencepost/properties/gtp_audit.h>
#include <fencepost/properties/gtp_properties.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fencepost::properties {

/// What is counted. From `captured` on: in how many cases it happened.
enum class GtpCount : std::uint8_t {
  cases,
  operations,
  captures,
  launches,
  resets,
  eager_jobs,
  local_jobs,
  full_iteration_jobs,
  mixed_chains,
  grouped_chains,
  captured,    ///< a capture was replayed
  recaptured,  ///< … and captured again after a reset
  reused,      ///< a pool handed bytes out again
  reused_in_capture,
  summed_in_capture,      ///< a deferred FP32 sum was captured
  registered_in_capture,  ///< a capture sent from windows
  windows,                ///< process groups had windows
  batches,                ///< a group call reduced several local experts
  reuse_option,           ///< the allocator was asked to reuse recorded blocks in captures
  repeated_in_capture,    ///< a weight was used several times in a captured microbatch
  external_handoffs,      ///< graphs were handed over to one another
  interleaved,            ///< eager work between two replays
  first_property,         ///< P1 had an instance; P2 to P13 follow
};
inline constexpr std::size_t gtp_property_count = 13;
inline constexpr std::size_t gtp_count_count = static_cast<std::size_t>(GtpCount::first_property) + gtp_property_count;

/// In the order of `GtpCount`.
std::span<const std::string_view> gtp_count_names();

/// The counts of one case. Without observations nothing is counted for the properties.
std::vector<std::uint64_t> gtp_counts(const gtp::Scenario& scenario, const EngineAudit& audit,
                                      std::span<const Observation> observations);

/// One count of a sum.
inline std::uint64_t count_of(std::span<const std::uint64_t> counts, GtpCount which) {
  return counts[static_cast<std::size_t>(which)];
}

}  // namespace fencepost::properties

#pragma once

/// Many generated jobs, one question: is the engine clean? With a mutation: is it noticed?

#include <fencepost/properties/gtp_audit.h>
#include <fencepost/properties/gtp_generator.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace fencepost::properties {

struct GtpSettings {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;  ///< number of the first case
  std::uint64_t cases = 1000;
  std::uint64_t stride = 1;  ///< a shard takes every stride-th case
  GtpGeneratorSettings generator{};
  const gtp::Mutation* mutation = nullptr;  ///< none: the whole engine, which must be clean
};

/// What the generated jobs were like: the guard against properties that hold because nothing happened.
struct GtpTally {
  std::uint64_t cases = 0, operations = 0;
  std::uint64_t eager = 0, local = 0, full_iteration = 0;
  std::uint64_t captures = 0, replays = 0, resets = 0;
  std::uint64_t captured = 0;           ///< cases with a capture that was replayed
  std::uint64_t recaptured = 0;         ///< … and captured again after a reset
  std::uint64_t reused = 0;             ///< a pool handed bytes out again
  std::uint64_t reused_in_capture = 0;  ///< … inside a capture
  std::uint64_t summed_in_capture = 0;  ///< a deferred FP32 sum was captured
  std::uint64_t registered_in_capture = 0;
  std::uint64_t repeated_in_capture = 0;  ///< a weight was used several times in a captured microbatch
  std::uint64_t external_handoffs = 0;    ///< graphs handed over to one another
  std::uint64_t interleaved = 0;          ///< eager work between two replays

  void add(const gtp::Scenario& scenario, const EngineAudit& audit);
};
/// One line for each count.
std::string describe(const GtpTally& tally);

/// A case that shows what was asked for, as generated and as small as shrinking made it.
struct GtpFinding {
  std::uint64_t number = 0;  ///< of the case
  gtp::Scenario generated;
  gtp::Scenario shrunk;
  /// The shrunk scenario's trace, minimal when a hazard was found; with the seed, the property, the
  /// mutation and what was noticed in comments.
  std::string trace;
  std::string generated_trace;
};

struct GtpResult {
  GtpTally tally;
  /// The whole engine: the first case that is not clean. A mutation: the first case in which it was
  /// noticed; none: it was missed.
  std::optional<GtpFinding> finding;
};

/// Deterministic. Stops at the first finding. `progress` is told now and then what was covered; it
/// may be empty.
GtpResult run_gtp_suite(const GtpSettings& settings, const std::function<void(const GtpTally&)>& progress = nullptr);

}  // namespace fencepost::properties

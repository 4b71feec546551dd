#pragma once

/// The invariants P1 to P13 of Megatron-LM's pull request 7780, each as a property of its own.
///
/// An audit already says whether any byte is at risk. These say which promise was kept, about which
/// pairs, and whether there was anything to keep: a property that met no instance has shown nothing.

#include <fencepost/properties/gtp_audit.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::properties {

class GtpHistory;

/// What a property is asked about. Refers to what its members name.
struct GtpCase {
  const gtp::Scenario& scenario;
  const gtp::RuleSet rules;
  const EngineAudit& audit;
  const GtpHistory& history;
};

struct Observation {
  std::uint64_t instances = 0;        ///< of what the property speaks about; 0: it held vacuously
  std::vector<std::string> breaches;  ///< where it did not hold, in words
};

struct GtpProperty {
  std::string_view number;     ///< `P1`, …
  std::string_view name;       ///< `handoffs-are-edges`, …
  std::string_view statement;  ///< one sentence
  void (*observe)(const GtpCase& judged, Observation& out) = nullptr;
};

/// P1 to P13, in order.
std::span<const GtpProperty> gtp_properties();

/// Asks one property about one scenario.
Observation observe(const GtpProperty& property, const gtp::Scenario& scenario, gtp::RuleSet rules = {});

/// Asks all of them about a run that was audited; in the order of `gtp_properties`. An audit that
/// could not judge its schedule gives no instances.
std::vector<Observation> observe_all(const gtp::Scenario& scenario, gtp::RuleSet rules, const EngineAudit& audit);

}  // namespace fencepost::properties

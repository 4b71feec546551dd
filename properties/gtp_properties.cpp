#include <fencepost/properties/gtp_property_checks.h>

#include <array>

namespace fencepost::properties {

namespace {

constexpr std::array table{
    GtpProperty{"P1", "handoffs-are-edges",
                "in a full-iteration graph a path leads from every collective to whoever reads what it wrote, and "
                "nothing is an external event",
                handoffs_are_edges},
    GtpProperty{"P2", "scratch-outlives-its-reader",
                "captured scratch is handed on only behind the last reader of its old owner",
                scratch_outlives_its_reader},
    GtpProperty{"P3", "sum-is-the-last-reader", "all-to-all scratch is handed on only behind its FP32 sum",
                sum_is_the_last_reader},
    GtpProperty{"P4", "captures-borrow-nothing", "no captured scratch lies where the eager pool had a buffer",
                captures_borrow_nothing},
    GtpProperty{"P5", "captures-push-nothing", "the eager pool never gives out memory of a graph",
                captures_push_nothing},
    GtpProperty{"P6", "registered-reuse-has-its-edge",
                "a registered buffer that a capture reuses is written behind its last reduction",
                registered_reuse_has_its_edge},
    GtpProperty{"P7", "eager-fences-stay-outside",
                "no capture waits for an event that was recorded eagerly, and captures use the warm-up's addresses",
                eager_fences_stay_outside},
    GtpProperty{"P8", "captured-fences-stay-inside", "no eager call waits for an event that only a capture recorded",
                captured_fences_stay_inside},
    GtpProperty{"P9", "repeated-use-is-the-same",
                "a weight that is used several times needs the same registered buffers in the capture as in the "
                "warm-up, one if its pool serves no other",
                repeated_use_is_the_same},
    GtpProperty{"P10", "repeated-drain-fences-compute",
                "the drain that makes room for a repeated use comes before the write that uses the room",
                repeated_drain_fences_compute},
    GtpProperty{"P11", "replays-keep-no-books",
                "a replay changes neither pools nor tickets nor slots, and never calls the body",
                replays_keep_no_books},
    GtpProperty{"P12", "pools-balance",
                "a capture leaves in the free lists what it found, and recaptures add no registered memory",
                pools_balance},
    GtpProperty{"P13", "reuse-changes-memory-only",
                "the allocator's option to reuse recorded blocks changes where captured scratch lies, and neither what "
                "is issued nor whether it is right; registered captures stay as they are",
                reuse_changes_memory_only},
};

}  // namespace

std::span<const GtpProperty> gtp_properties() { return table; }

std::vector<Observation> observe_all(const gtp::Scenario& scenario, gtp::RuleSet rules, const EngineAudit& audit) {
  std::vector<Observation> observations(table.size());
  if (audit.report.error) return observations;
  const GtpHistory history(audit);
  for (std::size_t index = 0; index < table.size(); ++index) {
    table[index].observe({scenario, rules, audit, history}, observations[index]);
  }
  return observations;
}

Observation observe(const GtpProperty& property, const gtp::Scenario& scenario, gtp::RuleSet rules) {
  const EngineAudit audit = audit_engine(scenario, rules);
  Observation observation;
  if (audit.report.error) return observation;
  const GtpHistory history(audit);
  property.observe({scenario, rules, audit, history}, observation);
  return observation;
}

}  // namespace fencepost::properties

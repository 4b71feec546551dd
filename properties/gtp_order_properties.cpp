// Order between operations of one graph: P1, P2, P3, P6, P10.

#include <fencepost/properties/gtp_property_checks.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

void demand_order(const GtpCase& judged, std::uint32_t first, std::uint32_t second, std::string_view what,
                  Observation& out) {
  ++out.instances;
  if (judged.history.ordered(first, second)) return;
  out.breaches.push_back(fmt::format("{}: nothing orders line {} before line {}", what, first, second));
}

/// Every reader of `former` must come before the first write of `next` to the same bytes.
void demand_handover(const GtpCase& judged, const Tenure& former, const Tenure& next, Observation& out) {
  const BufferUse* write = next.first_write_over(former);
  if (write == nullptr) return;
  for (const BufferUse& use : former.uses) {
    if (reads(use.mode) && use.capture == write->capture) demand_order(judged, use.line, write->line, former.name, out);
  }
}

/// Calls `visit` with each two tenures that had the same bytes one after the other, in one capture.
template <class Visitor>
void for_reuses_in_a_capture(const GtpHistory& history, Visitor&& visit) {
  const std::vector<Tenure>& tenures = history.tenures();
  for (std::size_t second = 0; second < tenures.size(); ++second) {
    const Tenure& next = tenures[second];
    if (next.capture == 0) continue;
    for (std::size_t first = 0; first < second; ++first) {
      const Tenure& former = tenures[first];
      if (former.capture != next.capture || !former.overlaps(next)) continue;
      const std::uint32_t released = former.generation->release_line;
      if (released != 0 && released < next.generation->allocate_line) visit(former, next);
    }
  }
}

bool is_scratch(std::string_view name) { return name.starts_with("wgrad.") || name.starts_with("padded."); }

/// Each read in a capture of what a collective of that capture wrote last.
void demand_collectives_first(const GtpCase& judged, const Tenure& tenure, Observation& out) {
  for (std::size_t index = 0; index < tenure.uses.size(); ++index) {
    const BufferUse& use = tenure.uses[index];
    if (use.capture == 0 || !reads(use.mode) || is_collective(use.kind)) continue;
    const auto earlier = std::ranges::find_if(
        tenure.uses.rend() - static_cast<std::ptrdiff_t>(index), tenure.uses.rend(),
        [&](const BufferUse& write) { return writes(write.mode) && write.lo < use.hi && use.lo < write.hi; });
    if (earlier == tenure.uses.rend() || !is_collective(earlier->kind) || earlier->capture != use.capture) continue;
    demand_order(judged, earlier->line, use.line, tenure.name, out);
  }
}

}  // namespace

void handoffs_are_edges(const GtpCase& judged, Observation& out) {
  if (judged.scenario.configuration.mode != gtp::GraphMode::full_iteration) return;
  for (const Tenure& tenure : judged.history.tenures()) demand_collectives_first(judged, tenure, out);
  const Schedule& schedule = judged.audit.schedule;
  for (std::size_t index = 0; index < schedule.size(); ++index) {
    const Operation operation = schedule[index];
    if (!operation.flags.external || judged.history.capture_of(index) == 0) continue;
    out.breaches.push_back(fmt::format("line {} is an external event in a full-iteration graph", operation.line));
  }
}

void scratch_outlives_its_reader(const GtpCase& judged, Observation& out) {
  for_reuses_in_a_capture(judged.history, [&](const Tenure& former, const Tenure& next) {
    if (is_scratch(former.name)) demand_handover(judged, former, next, out);
  });
}

void sum_is_the_last_reader(const GtpCase& judged, Observation& out) {
  for_reuses_in_a_capture(judged.history, [&](const Tenure& former, const Tenure& next) {
    if (former.name.starts_with("exchanged.")) demand_handover(judged, former, next, out);
  });
}

void registered_reuse_has_its_edge(const GtpCase& judged, Observation& out) {
  for_reuses_in_a_capture(judged.history, [&](const Tenure& former, const Tenure& next) {
    if (former.generation->pool_kind == PoolKind::registered) demand_handover(judged, former, next, out);
  });
}

void repeated_drain_fences_compute(const GtpCase& judged, Observation& out) {
  if (judged.scenario.configuration.repeats < 2) return;
  const std::vector<Tenure>& tenures = judged.history.tenures();
  for (std::size_t second = 0; second < tenures.size(); ++second) {
    const Tenure& next = tenures[second];
    if (next.generation->pool_kind != PoolKind::registered) continue;
    for (std::size_t first = second; first-- > 0;) {
      const Tenure& former = tenures[first];
      if (!former.overlaps(next)) continue;
      if (former.name == next.name && former.capture == next.capture) demand_handover(judged, former, next, out);
      break;  // only the newest owner of the bytes
    }
  }
}

}  // namespace fencepost::properties

#include <fencepost/checker/causes/paths.h>
#include <fencepost/model/device.h>
#include <fencepost/properties/gtp_history.h>
#include <fencepost/traces/player.h>

#include <algorithm>
#include <map>

namespace fencepost::properties {

bool Tenure::overlaps(const Tenure& other) const {
  const model::Generation& a = *generation;
  const model::Generation& b = *other.generation;
  return a.region == b.region && a.lo < b.hi && b.lo < a.hi;
}

const BufferUse* Tenure::first_write_over(const Tenure& former) const {
  const auto found = std::ranges::find_if(uses, [&](const BufferUse& use) {
    return writes(use.mode) && use.lo < former.generation->hi && former.generation->lo < use.hi;
  });
  return found == uses.end() ? nullptr : &*found;
}

GtpHistory::GtpHistory(const EngineAudit& audit) {
  model::Device device(graph_);
  // An audit without an error has played the same schedule.
  (void)play(audit.schedule, device, {},
             [&](std::size_t, const Operation&, const Outcome&) { return !device.error(); });
  note_captures(audit.schedule);
  note_uses(audit);
  note_vertices();
}

void GtpHistory::note_captures(const Schedule& schedule) {
  std::uint32_t current = 0;
  captures_.reserve(schedule.size());
  for (std::size_t index = 0; index < schedule.size(); ++index) {
    const Operation operation = schedule[index];
    if (operation.kind == OperationKind::begin_capture) {
      current = ++capture_count_;
      begins_.push_back(operation.line);
    }
    captures_.push_back(current);
    if (operation.kind == OperationKind::end_capture) current = 0;
  }
}

void GtpHistory::note_uses(const EngineAudit& audit) {
  std::map<std::uint32_t, const model::Generation*> allocated_at;
  for (const model::Generation& generation : audit.report.generations) {
    if (generation.pooled) allocated_at[generation.allocate_line] = &generation;
  }
  std::unordered_map<BufferId, std::size_t> current;
  for (std::size_t index = 0; index < audit.schedule.size(); ++index) {
    const Operation operation = audit.schedule[index];
    if (operation.kind == OperationKind::allocate && allocated_at.contains(operation.line)) {
      current[operation.buffer()] = tenures_.size();
      tenures_.push_back(
          {allocated_at[operation.line], audit.schedule.names()[operation.buffer()], captures_[index], 0, {}});
    }
    if (operation.kind == OperationKind::release && current.contains(operation.buffer())) {
      tenures_[current[operation.buffer()]].released_in = captures_[index];
      current.erase(operation.buffer());
    }
    for (const Access& access : operation.accesses) {
      const auto found = current.find(access.buffer);
      if (found == current.end()) continue;
      Tenure& tenure = tenures_[found->second];
      tenure.uses.push_back({operation.line, operation.kind, access.mode, captures_[index],
                             tenure.generation->lo + access.lo, tenure.generation->lo + access.hi});
    }
  }
}

void GtpHistory::note_vertices() {
  for (checker::CauseVertex vertex = 0; vertex < graph_.vertex_count(); ++vertex) {
    const checker::CausePoint point = graph_.point(vertex);
    const bool is_node = point.kind == checker::CausePoint::Kind::launch_node;
    if (point.kind != checker::CausePoint::Kind::execution && (!is_node || point.launch_number != 1)) continue;
    if (point.library || point.line == 0) continue;
    first_vertex_.emplace(point.line, vertex);
  }
}

bool GtpHistory::ordered(std::uint32_t a, std::uint32_t b) const {
  const auto first = first_vertex_.find(a);
  const auto second = first_vertex_.find(b);
  // What never runs is never late.
  if (first == first_vertex_.end() || second == first_vertex_.end()) return true;
  return checker::ordered(graph_, first->second, second->second);
}

}  // namespace fencepost::properties

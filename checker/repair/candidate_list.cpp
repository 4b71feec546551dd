#include <fencepost/checker/repair/candidate_list.h>

#include <utility>

namespace fencepost::checker {

namespace {

Place place_of(const Site& site, bool inside_the_launch) {
  if (site.launch_line != 0 && !inside_the_launch) {
    return {site.launch_line, site.launch_stream, site.thread};
  }
  return {site.line, site.phase == Phase::host ? StreamId{} : site.stream, site.thread};
}

}  // namespace

CandidateList::CandidateList(const Hazard& hazard, const ScheduleMap& map, const StatementText& text,
                             std::span<const model::Generation> generations)
    : hazard_(hazard), map_(map), text_(text), generations_(generations) {
  const bool one_launch = hazard.first.launch_line != 0 && hazard.first.execution == hazard.second.execution;
  first_ = place_of(hazard.first, one_launch);
  second_ = place_of(hazard.second, one_launch);
}

GraphId CandidateList::graph() const {
  return hazard_.second.graph.exists() ? hazard_.second.graph : hazard_.first.graph;
}

const model::Generation* CandidateList::owner(const Site& site) const {
  const model::GenerationId id = site.generation;
  return id.exists() && id.index() < generations_.size() ? &generations_[id.index()] : nullptr;
}

Edit CandidateList::insert_before(std::uint32_t line, std::string statement) const {
  return {Edit::Kind::insert_before, line, std::string(text_.indentation(line)) + std::move(statement)};
}

Edit CandidateList::insert_after(std::uint32_t line, std::string statement) const {
  return {Edit::Kind::insert_before, line + 1, std::string(text_.indentation(line)) + std::move(statement)};
}

Edit CandidateList::declare_event(std::string_view event) const {
  return {Edit::Kind::insert_before, text_.declarations_line(), StatementText::declare_event(event)};
}

Edit CandidateList::replace(std::uint32_t line, std::string whole_line) {
  return {Edit::Kind::replace, line, std::move(whole_line)};
}

Edit CandidateList::remove(std::uint32_t line) { return {Edit::Kind::remove, line, ""}; }

void CandidateList::add(std::string summary, std::uint32_t waits, std::vector<Edit> edits) {
  Fix fix;
  fix.edits = std::move(edits);
  fix.waits_added = waits;
  fix.summary = std::move(summary);
  fixes_.push_back(std::move(fix));
}

void CandidateList::move_behind(std::string summary, std::uint32_t from, std::uint32_t to) {
  if (from != 0 && to != 0 && from != to) {
    add(std::move(summary), 0, {remove(from), insert_after(to, text_.moved(from))});
  }
}

void CandidateList::move_before(std::string summary, std::uint32_t from, std::uint32_t to) {
  if (from != 0 && to != 0 && from != to) {
    add(std::move(summary), 0, {insert_before(to, text_.moved(from)), remove(from)});
  }
}

}  // namespace fencepost::checker

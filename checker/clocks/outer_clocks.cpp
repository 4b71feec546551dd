#include <fencepost/checker/clocks/outer_clocks.h>

#include <algorithm>
#include <iterator>

namespace fencepost::checker {

namespace {

constexpr Column not_seen = no_column;

}  // namespace

Column OuterClocks::add_column() {
  const Column added = rows_.add_column();
  learned_at_.push_back(0);
  record_columns_.emplace_back();
  row_of_column_.push_back(0);
  return added;
}

Column OuterClocks::column(model::Axis axis) {
  if (axis.index() >= column_of_axis_.size()) column_of_axis_.resize(axis.index() + 1, not_seen);
  Column& known = column_of_axis_[axis.index()];
  if (known == not_seen) {
    known = add_column();
    row_of_column_[known] = rows_.add_row();
  }
  return known;
}

Tick OuterClocks::known_to(model::Axis axis, Column column) const {
  if (!axis.exists() || axis.index() >= column_of_axis_.size()) return 0;
  const Column own = column_of_axis_[axis.index()];
  return own == not_seen ? 0 : rows_[row_of_column_[own]][column];
}

OuterClocks::Slot& OuterClocks::slot(model::SlotId id) {
  if (id.index() >= slots_.size()) slots_.resize(id.index() + 1);
  Slot& found = slots_[id.index()];
  if (!found.filled) {
    found.row = rows_.add_row();
    found.filled = true;
  }
  return found;
}

OuterClocks::Start OuterClocks::start(const model::Submission& submission) {
  const Column own = column(submission.axis);
  Start result{row_of_column_[own], own, false};
  if (submission.issuer.exists() && submission.issuer != submission.axis) join_issuer(result.row, submission.issuer);
  for (const model::BoundWait& wait : submission.waits) {
    if (wait.node == model::no_node && join_wait(result.row, wait)) result.learned = true;
  }
  return result;
}

void OuterClocks::complete(const model::Submission& submission, const Start& start) {
  const auto tick = static_cast<Tick>(submission.execution);
  rows_.raise(start.row, start.column, tick);
  if (start.learned) learned_at_[start.column] = tick;
  if (!submission.slot.exists()) return;
  Slot& filled = slot(submission.slot);
  filled.launch_column = no_column;
  rows_.assign(filled.row, start.row);
}

void OuterClocks::fill_record_slot(model::SlotId id, Row row, Column launch_column, std::uint32_t port, Tick launch) {
  Slot& filled = slot(id);
  filled.launch_column = launch_column;
  filled.port = port;
  filled.tick = launch;
  rows_.assign(filled.row, row);
}

void OuterClocks::join_issuer(Row into, model::Axis issuer) {
  const Column thread = column(issuer);
  const Row known = row_of_column_[thread];
  // Whoever is ordered after the moment the thread last learned something knows it already.
  if (rows_[into][thread] < learned_at_[thread]) rows_.join(into, known);
  rows_.raise(into, thread, rows_[known][thread]);
}

bool OuterClocks::join_wait(Row into, const model::BoundWait& wait) {
  if (wait.unbound_possible) return false;
  return join_common(into, wait.candidates);
}

bool OuterClocks::join_common(Row into, std::span<const model::CompletionPoint> candidates) {
  if (candidates.empty()) return false;
  // What all candidates promise is no more than what the weakest does.
  const auto known = [&](const model::CompletionPoint& point) { return covers(into, point); };
  if (std::any_of(candidates.begin(), candidates.end(), known)) return false;
  if (candidates.size() == 1) {
    const Source only = source(candidates.front());
    rows_.join(into, only.row);
    if (only.column != no_column) rows_.raise(into, only.column, only.tick);
    return true;
  }
  if (!has_scratch_) {
    scratch_ = rows_.add_row();
    scratch_more_ = rows_.add_row();
    has_scratch_ = true;
  }
  bool first = true;
  for (const model::CompletionPoint& candidate : candidates) {
    const Source next = source(candidate);
    const Row target = first ? scratch_ : scratch_more_;
    rows_.assign(target, next.row);
    if (next.column != no_column) rows_.raise(target, next.column, next.tick);
    if (!first) meet(scratch_, scratch_more_);
    first = false;
  }
  return rows_.join(into, scratch_);
}

bool OuterClocks::covers(Row row, const model::CompletionPoint& point) {
  const auto tick = static_cast<Tick>(point.execution);
  const auto covers_axis = [&] {
    const Column axis = column(point.axis);  // first: a column that is new moves the rows
    return rows_[row][axis] >= tick;
  };
  if (!point.slot.exists()) return covers_axis();
  const Slot& filled = slot(point.slot);
  if (filled.launch_column == no_column) return covers_axis();
  if (rows_[row][filled.launch_column] >= tick) return true;
  const Column record = find_record_column(filled.launch_column, {filled.port});
  return record != no_column && rows_[row][record] >= tick;
}

OuterClocks::Source OuterClocks::source(const model::CompletionPoint& point) {
  if (!point.slot.exists()) return {row_of_column_[column(point.axis)], no_column, 0};
  const Slot filled = slot(point.slot);
  if (filled.launch_column == no_column) return {filled.row, no_column, 0};
  return {filled.row, record_column(filled.launch_column, {filled.port}), filled.tick};
}

std::span<const OuterClocks::RecordColumn> OuterClocks::record_columns(Column launch_column) const {
  return record_columns_[launch_column];
}

Column OuterClocks::find_record_column(Column launch_column, const std::vector<std::uint32_t>& ports) const {
  for (const RecordColumn& known : record_columns_[launch_column]) {
    if (known.ports == ports) return known.column;
  }
  return no_column;
}

Column OuterClocks::record_column(Column launch_column, const std::vector<std::uint32_t>& ports) {
  const Column known = find_record_column(launch_column, ports);
  if (known != no_column) return known;
  const Column added = add_column();
  record_columns_[launch_column].push_back({ports, added});
  has_record_columns_ = true;
  return added;
}

void OuterClocks::lift_records(Row row) {
  for (Column launches = 0; launches < record_columns_.size(); ++launches) {
    const Tick all = rows_[row][launches];
    for (const RecordColumn& record : record_columns_[launches]) rows_.raise(row, record.column, all);
  }
}

void OuterClocks::meet(Row into, Row from) {
  if (!has_record_columns_) {
    rows_.meet(into, from);
    return;
  }
  lift_records(into);
  lift_records(from);
  struct Agreement {
    Column launches;
    std::vector<std::uint32_t> ports;
    Tick tick;
  };
  std::vector<Agreement> agreements;
  for (Column launches = 0; launches < record_columns_.size(); ++launches) {
    const Tick whole = std::min(rows_[into][launches], rows_[from][launches]);
    for (const RecordColumn& mine : record_columns_[launches]) {
      for (const RecordColumn& theirs : record_columns_[launches]) {
        const Tick both = std::min(rows_[into][mine.column], rows_[from][theirs.column]);
        if (both <= whole) continue;
        Agreement agreed{launches, {}, both};
        std::set_union(mine.ports.begin(), mine.ports.end(), theirs.ports.begin(), theirs.ports.end(),
                       std::back_inserter(agreed.ports));
        agreements.push_back(std::move(agreed));
      }
    }
  }
  rows_.meet(into, from);
  for (const Agreement& agreed : agreements) {
    rows_.raise(into, record_column(agreed.launches, agreed.ports), agreed.tick);
  }
}

}  // namespace fencepost::checker

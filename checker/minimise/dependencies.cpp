#include <fencepost/checker/minimise/dependencies.h>
#include <fencepost/traces/statement_table.h>

#include <algorithm>

namespace fencepost::checker {

Dependencies::Dependencies(const Schedule& schedule) {
  Thing count = 0;
  for (std::uint8_t space = 1; space < namespace_count; ++space) {
    first_thing_[space] = count;
    count += static_cast<Thing>(table_of(schedule.names(), static_cast<Namespace>(space)).size());
  }
  is_given_.assign(count + std::size_t{1}, 1);
  rows_.reserve(schedule.size());
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Operation operation = schedule[i];
    const Statement& form = statement_of(operation.kind);
    Row row;
    row.first_use = static_cast<std::uint32_t>(uses_.size());
    row.other_end = i;
    row.declared = count;
    if (form.effect == Effect::creates && form.space != Namespace::label && form.space != Namespace::none) {
      row.declared = thing(form.space, operation.object);
      is_given_[row.declared] = 0;
    }
    add_uses(operation);
    row.use_count = static_cast<std::uint32_t>(uses_.size()) - row.first_use;
    rows_.push_back(row);
  }
  pair_loops(schedule);
}

Dependencies::Thing Dependencies::thing(Namespace space, std::uint32_t id) const {
  return first_thing_[static_cast<std::uint8_t>(space)] + id;
}

void Dependencies::add_use(Namespace space, std::uint32_t id) {
  if (id != Id<void>::none_value) uses_.push_back(thing(space, id));
}

void Dependencies::add_uses(const Operation& operation) {
  const Statement& form = statement_of(operation.kind);
  const bool uses_subject = form.effect == Effect::uses || form.effect == Effect::destroys;
  if (uses_subject && form.space != Namespace::label && form.space != Namespace::none) {
    add_use(form.space, operation.object);
  }
  add_use(Namespace::thread, operation.thread.value);
  add_use(Namespace::stream, operation.stream.value);
  for (const Access& access : operation.accesses) add_use(Namespace::buffer, access.buffer.value);
  const Detail& detail = *operation.detail;
  add_use(Namespace::device, detail.device.value);
  add_use(Namespace::pool, detail.pool.value);
  add_use(Namespace::graph, detail.graph.value);
  add_use(Namespace::communicator, detail.communicator.value);
  add_use(Namespace::buffer, detail.buffer.value);
}

void Dependencies::pair_loops(const Schedule& schedule) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const OperationKind kind = schedule[i].kind;
    if (kind == OperationKind::repeat_begin) open.push_back(i);
    if (kind != OperationKind::repeat_end || open.empty()) continue;
    rows_[i].other_end = open.back();
    rows_[open.back()].other_end = i;
    open.pop_back();
  }
}

void Dependencies::leave_out_dependents(Selection& kept) const {
  std::vector<char> exists = is_given_;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (kept[i] == 0) continue;
    const Row& row = rows_[i];
    const auto first = uses_.begin() + row.first_use;
    const bool stands = kept[row.other_end] != 0 &&
                        std::all_of(first, first + row.use_count, [&](Thing used) { return exists[used] != 0; });
    if (!stands) {
      kept[i] = 0;
    } else {
      exists[row.declared] = 1;
    }
  }
}

}  // namespace fencepost::checker

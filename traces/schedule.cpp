#include <fencepost/traces/renumbering.h>
#include <fencepost/traces/schedule.h>

#include <cassert>
#include <limits>

namespace fencepost {

std::size_t Schedule::append(const Operation& operation) {
  assert(operation.accesses.size() <= std::numeric_limits<std::uint16_t>::max());
  std::uint32_t detail = no_detail_index;
  if (operation.detail != &no_detail() && *operation.detail != no_detail()) {
    detail = static_cast<std::uint32_t>(details_.size());
    details_.push_back(*operation.detail);
  }
  const auto first_access = static_cast<std::uint32_t>(accesses_.size());
  accesses_.insert(accesses_.end(), operation.accesses.begin(), operation.accesses.end());
  rows_.push_back({.kind = operation.kind,
                   .flags = operation.flags,
                   .access_count = static_cast<std::uint16_t>(operation.accesses.size()),
                   .thread = operation.thread.value,
                   .stream = operation.stream.value,
                   .object = operation.object,
                   .label = operation.label.value,
                   .line = operation.line,
                   .first_access = first_access,
                   .detail = detail});
  return rows_.size() - 1;
}

Operation Schedule::operator[](std::size_t index) const {
  const Row& row = rows_[index];
  Operation operation;
  operation.kind = row.kind;
  operation.flags = row.flags;
  operation.thread = ThreadId{row.thread};
  operation.stream = StreamId{row.stream};
  operation.object = row.object;
  operation.label = LabelId{row.label};
  operation.line = row.line;
  operation.accesses = std::span(accesses_).subspan(row.first_access, row.access_count);
  if (row.detail != no_detail_index) operation.detail = &details_[row.detail];
  return operation;
}

void Schedule::clear_operations() {
  rows_.clear();
  accesses_.clear();
  details_.clear();
  expectations_.clear();
}

void Schedule::swap_operations(Schedule& other) noexcept {
  rows_.swap(other.rows_);
  accesses_.swap(other.accesses_);
  details_.swap(other.details_);
}

bool operator==(const Schedule& a, const Schedule& b) {
  if (a.size() != b.size() || a.expectations_ != b.expectations_) return false;
  Renumbering from_a_to_b(a.names_, b.names_);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_content(from_a_to_b(a[i]), b[i])) return false;
  }
  return true;
}

}  // namespace fencepost

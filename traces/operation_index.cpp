#include <fencepost/traces/operation_index.h>

#include <algorithm>

namespace fencepost {

void OperationIndex::add(std::uint32_t line, LabelId label) {
  const auto index = static_cast<std::uint32_t>(size_++);
  if (!stretches_.empty() && stretches_.back().line + stretches_.back().length == line) {
    ++stretches_.back().length;
  } else {
    stretches_.push_back({line, index, 1});
  }
  if (!label.exists()) return;
  if (label.index() >= uses_.size()) uses_.resize(label.index() + 1);
  Uses& uses = uses_[label.index()];
  if (uses.count++ == 0) uses.first = index;
}

std::optional<std::size_t> OperationIndex::on_line(std::uint32_t line) const {
  const auto after = std::ranges::upper_bound(stretches_, line, {}, &Stretch::line);
  if (after == stretches_.begin()) return std::nullopt;
  const Stretch& stretch = *std::prev(after);
  if (line - stretch.line >= stretch.length) return std::nullopt;
  return std::size_t{stretch.index} + (line - stretch.line);
}

OperationIndex::Uses OperationIndex::named(LabelId label) const {
  return label.index() < uses_.size() ? uses_[label.index()] : Uses{};
}

}  // namespace fencepost

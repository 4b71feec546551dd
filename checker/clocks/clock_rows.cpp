#include <fencepost/checker/clocks/clock_rows.h>

#include <algorithm>

namespace fencepost::checker {

Row ClockRows::add_row() {
  ticks_.resize((row_count_ + 1) * stride_, 0);
  return static_cast<Row>(row_count_++);
}

Column ClockRows::add_column() {
  if (width_ == stride_) {
    std::vector<Tick> wider(row_count_ * stride_ * 2, 0);
    for (std::size_t row = 0; row < row_count_; ++row) {
      std::copy_n(ticks_.data() + row * stride_, stride_, wider.data() + row * stride_ * 2);
    }
    ticks_ = std::move(wider);
    stride_ *= 2;
  }
  return static_cast<Column>(width_++);
}

void ClockRows::assign(Row to, Row from) { std::copy_n((*this)[from], padded_width(), at(to)); }

bool ClockRows::join(Row into, Row from) {
  Tick* const to = at(into);
  const Tick* const more = (*this)[from];
  Tick changed = 0;
  for (std::size_t start = 0; start < width_; start += block) {
    for (std::size_t column = start; column < start + block; ++column) {
      const Tick larger = std::max(to[column], more[column]);
      changed |= larger ^ to[column];
      to[column] = larger;
    }
  }
  return changed != 0;
}

void ClockRows::meet(Row into, Row from) {
  Tick* const to = at(into);
  const Tick* const other = (*this)[from];
  for (std::size_t start = 0; start < width_; start += block) {
    for (std::size_t column = start; column < start + block; ++column) to[column] = std::min(to[column], other[column]);
  }
}

bool ClockRows::equal(Row a, Row b) const { return std::equal((*this)[a], (*this)[a] + width_, (*this)[b]); }

}  // namespace fencepost::checker

#include <fencepost/runtime/cuda/coordinates.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

/// Maximal runs of covered bytes, in order.
std::vector<AddressRange> merged(const std::set<AddressRange>& ranges) {
  std::vector<AddressRange> runs;
  for (const AddressRange range : ranges) {
    if (runs.empty() || range.lo > runs.back().hi) {
      runs.push_back(range);
    } else {
      runs.back().hi = std::max(runs.back().hi, range.hi);
    }
  }
  return runs;
}

}  // namespace

std::uint32_t Coordinates::cell_at(Address address) const {
  const auto cut = std::lower_bound(cuts_.begin(), cuts_.end(), address);
  return cut == cuts_.end() ? size() : first_cell_[static_cast<std::size_t>(cut - cuts_.begin())];
}

void CoordinateBuilder::cover(AddressRange range) {
  if (range.lo < range.hi) ranges_.insert(range);
}

void CoordinateBuilder::mirror(Address from, Address to, std::uint64_t length) {
  if (from != to && length != 0) mirrors_.emplace(from, to, length);
}

bool CoordinateBuilder::close_under_mirrors(std::set<Address>& cuts, std::size_t most_cuts) const {
  std::vector<Address> pending(cuts.begin(), cuts.end());
  const auto carry = [&](Address cut, Address from, Address to, std::uint64_t length) {
    if (cut > from && cut - from < length && cuts.insert(to + (cut - from)).second) {
      pending.push_back(to + (cut - from));
    }
  };
  while (!pending.empty() && cuts.size() <= most_cuts) {
    const Address cut = pending.back();
    pending.pop_back();
    for (const auto& [from, to, length] : mirrors_) {
      carry(cut, from, to, length);
      carry(cut, to, from, length);
    }
  }
  return pending.empty();
}

tl::expected<Coordinates, std::string> CoordinateBuilder::build(std::uint32_t most_cells) const {
  std::set<Address> cuts;
  for (const AddressRange range : ranges_) {
    cuts.insert(range.lo);
    cuts.insert(range.hi);
  }
  // Every second gap between two cuts may be bytes that nobody touches, but no more than that.
  const bool closed = close_under_mirrors(cuts, 2 * std::size_t{most_cells} + 1);
  Coordinates result;
  result.cuts_.assign(cuts.begin(), cuts.end());
  const std::vector<AddressRange> runs = merged(ranges_);
  auto run = runs.begin();
  for (std::size_t i = 0; i < result.cuts_.size(); ++i) {
    result.first_cell_.push_back(result.size());
    while (run != runs.end() && run->hi <= result.cuts_[i]) ++run;
    const bool covered = run != runs.end() && run->lo <= result.cuts_[i];
    if (covered) result.cells_.push_back({result.cuts_[i], result.cuts_[i + 1]});
  }
  if (!closed || result.size() > most_cells) {
    return tl::unexpected(fmt::format("its byte ranges need more than {} cells", most_cells));
  }
  return result;
}

}  // namespace fencepost::cuda

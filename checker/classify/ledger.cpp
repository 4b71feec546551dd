#include <fencepost/checker/classify/ledger.h>

#include <algorithm>
#include <tuple>

namespace fencepost::checker {

namespace {

/// The bytes of `found` are one range with those already listed, or one more.
bool touches(std::uint64_t lo, std::uint64_t hi, const Hazard& found) { return found.lo <= hi && lo <= found.hi; }

}  // namespace

void HazardLedger::note_bytes(Hazard& hazard, const Hazard& found) {
  if (found.lo == found.hi || found.region != hazard.region) return;
  if (hazard.first.generation != found.first.generation || hazard.second.generation != found.second.generation) return;
  const bool same_run =
      hazard.first.execution == found.first.execution && hazard.second.execution == found.second.execution;
  if (same_run && touches(hazard.lo, hazard.hi, found)) {
    const std::uint64_t base = hazard.lo - hazard.second_lo;
    hazard.lo = std::min(hazard.lo, found.lo);
    hazard.hi = std::max(hazard.hi, found.hi);
    hazard.second_lo = hazard.lo - base;
    hazard.second_hi = hazard.hi - base;
    return;
  }
  if (found.lo >= hazard.lo && found.hi <= hazard.hi) return;
  const bool listed = std::any_of(hazard.also.begin(), hazard.also.end(),
                                  [&](const Hazard::Also& also) { return also.lo <= found.lo && found.hi <= also.hi; });
  if (!listed) hazard.also.push_back({found.first, found.second, found.lo, found.hi});
}

void HazardLedger::find_again(Known& known, const Hazard& found) {
  if (!known.is_main) return;
  const bool another_run = found.first.execution != known.first || found.second.execution != known.second;
  known.first = found.first.execution;
  known.second = found.second.execution;
  if (another_run) ++hazards_[known.hazard].occurrences;
  note_bytes(hazards_[known.hazard], found);
}

std::size_t HazardLedger::add(const Hazard& found) {
  const Pair pair = pair_of(found);
  const auto known = known_pairs_.find(pair);
  if (known != known_pairs_.end()) {
    find_again(known->second, found);
    return known->second.hazard;
  }
  const std::size_t index = hazards_.size();
  if (found.first.generation.exists() && found.second.generation.exists()) {
    auto& of_tensors = by_tensors_[{found.slug, found.first.generation, found.second.generation}];
    const auto shares_end = [&](std::size_t other) {
      return end_of(hazards_[other].first) == pair.first || end_of(hazards_[other].second) == pair.second;
    };
    const auto host = std::find_if(of_tensors.begin(), of_tensors.end(), shares_end);
    if (host != of_tensors.end()) {
      list_under(*host, found);
      return *host;
    }
    of_tensors.push_back(index);
  }
  hazards_.push_back(found);
  known_pairs_.emplace(pair, Known{index, true, found.first.execution, found.second.execution});
  return index;
}

void HazardLedger::list_under(std::size_t index, const Hazard& found) {
  if (!known_pairs_.emplace(pair_of(found), Known{index, false, 0, 0}).second) return;
  Hazard& hazard = hazards_[index];
  hazard.also.push_back({found.first, found.second, found.lo, found.hi});
  if (hazard.lo != hazard.hi) return;
  hazard.region = found.region;
  hazard.lo = found.lo;
  hazard.hi = found.hi;
  hazard.first_buffer = found.first_buffer;
  hazard.second_buffer = found.second_buffer;
  hazard.second_lo = found.second_lo;
  hazard.second_hi = found.second_hi;
}

void HazardLedger::list_last_writes_under_last_reads(std::vector<Hazard>& all) {
  using Reuse = std::tuple<End, model::GenerationId, model::GenerationId>;
  const auto reuse_of = [](const Hazard& hazard) {
    return Reuse{end_of(hazard.second), hazard.first.generation, hazard.second.generation};
  };
  std::map<Reuse, std::size_t> last_reads;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].slug == Slug::reuse_before_last_read) last_reads.emplace(reuse_of(all[i]), i);
  }
  std::vector<const Hazard*> listed;
  for (const Hazard& hazard : all) {
    if (hazard.slug == Slug::reuse_before_last_write && last_reads.contains(reuse_of(hazard)))
      listed.push_back(&hazard);
  }
  for (const Hazard* hazard : listed) {
    all[last_reads[reuse_of(*hazard)]].also.push_back({hazard->first, hazard->second, hazard->lo, hazard->hi});
  }
  std::erase_if(all, [&](const Hazard& hazard) {
    return hazard.slug == Slug::reuse_before_last_write && last_reads.contains(reuse_of(hazard));
  });
}

std::vector<Hazard> HazardLedger::take() {
  std::vector<Hazard> all = std::move(hazards_);
  list_last_writes_under_last_reads(all);
  hazards_.clear();
  known_pairs_.clear();
  by_tensors_.clear();
  std::stable_sort(all.begin(), all.end(), [](const Hazard& a, const Hazard& b) {
    return std::tie(a.second.line, a.first.line, a.slug) < std::tie(b.second.line, b.first.line, b.slug);
  });
  return all;
}

}  // namespace fencepost::checker

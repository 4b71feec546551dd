#include <fencepost/checker/classify/releases.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

bool keeps_home_streams(const model::Generation& tenure) {
  return tenure.pooled && (tenure.pool_kind == PoolKind::caching || tenure.pool_kind == PoolKind::private_pool);
}

bool overlap(const model::Generation& a, const model::Generation& b) {
  return a.region == b.region && a.lo < b.hi && b.lo < a.hi;
}

}  // namespace

std::optional<StreamId> Releases::late_user(const model::Generation& tenure, model::Axis issuer) const {
  const auto home = queue_of_.find(tenure.home_stream);
  const model::Axis queue = home == queue_of_.end() ? model::Axis::none() : home->second;
  return engine_.unordered_user(tenure.region, tenure.lo, tenure.hi, queue, issuer);
}

void Releases::add_release(const model::Submission& release) {
  const model::GenerationId id = release.hand_over.generation;
  const model::Generation& tenure = tenures_[id];
  // What a graph frees is used by its launches, and what waits for recorded streams is protected.
  if (!keeps_home_streams(tenure) || tenure.deferred || tenure.released_in.exists()) return;
  if (const auto user = late_user(tenure, release.issuer)) {
    pending_[{tenure.pool, tenure.home_stream}].push_back({id, *user});
  }
}

void Releases::add_hand_over(const model::Submission& given) {
  const model::Generation& next = tenures_[given.hand_over.generation];
  const auto list = pending_.find({next.pool, next.home_stream});
  if (list == pending_.end() || !keeps_home_streams(next)) return;
  std::erase_if(list->second, [&](const Pending& pending) {
    const model::Generation& former = tenures_[pending.generation];
    if (overlap(former, next) || !late_user(former, given.issuer)) return true;
    if (former.hi - former.lo < next.hi - next.lo) return false;
    note(Note::Kind::latent_hand_over, pending, next.allocate_line, former.release_line);
    return true;
  });
}

void Releases::note(Note::Kind kind, const Pending& pending, std::uint32_t line, std::uint32_t other_line) {
  const auto same = [&](const Note& known) {
    return known.kind == kind && known.line == line && known.other_line == other_line;
  };
  if (std::ranges::any_of(notes_, same)) return;  // The same in another turn of a loop.
  Note note;
  note.kind = kind;
  note.line = line;
  note.other_line = other_line;
  note.stream = pending.user;
  note.buffer = tenures_[pending.generation].buffer;
  notes_.push_back(note);
}

std::vector<Note> Releases::notes() const {
  Releases last = *this;
  for (const auto& [list, entries] : pending_) {
    for (const Pending& pending : entries) {
      last.note(Note::Kind::unprotected_release, pending, tenures_[pending.generation].release_line, 0);
    }
  }
  return last.notes_;
}

}  // namespace fencepost::checker

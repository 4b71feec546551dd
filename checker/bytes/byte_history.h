#pragma once

/// What the engine remembers of a byte, and what one more access does to it.

#include <fencepost/checker/bytes/touch_set.h>

namespace fencepost::checker {

/// The last plain write (a write or an update), and the reads and atomic updates since. Reads that
/// are ordered before a later read are dropped, and so are atomic updates before a later one:
/// whatever conflicts with the dropped access conflicts with the kept one. A read never displaces
/// an atomic update or the other way round, for each conflicts with accesses the other does not.
struct ByteHistory {
  Touch last_write;
  TouchSet since;

  friend bool operator==(const ByteHistory&, const ByteHistory&) = default;
};

/// Calls `report(earlier)` for each remembered access that `touch` conflicts with and that is not
/// `ordered(earlier)` before it; then remembers `touch`. The frontier pairs of definitions.md 10 are
/// exactly those reported.
template <class Ordered, class Report>
void apply(ByteHistory& bytes, const Touch& touch, Ordered ordered, Report report) {
  const AccessMode mode = touch.mode();
  if (bytes.last_write.exists() && !ordered(bytes.last_write)) report(bytes.last_write);
  if (writes_plainly(mode)) {
    for (std::size_t i = 0; i < bytes.since.size(); ++i) {
      if (!ordered(bytes.since[i])) report(bytes.since[i]);
    }
    bytes.last_write = touch;
    bytes.since.clear();
    return;
  }
  bytes.since.filter([&](const Touch& earlier) {
    const bool is_ordered = ordered(earlier);
    if (earlier.mode() == mode) return !is_ordered;
    if (!is_ordered) report(earlier);
    return true;
  });
  bytes.since.add(touch);
}

/// Whether the execution or node that makes `touch` has touched the bytes in another mode since the
/// last plain write. Reading bytes and updating them atomically is, taken together, a plain update.
inline bool completes_update(const ByteHistory& bytes, const Touch& touch) {
  if (touch.mode() != AccessMode::read && touch.mode() != AccessMode::atomic) return false;
  for (std::size_t i = 0; i < bytes.since.size(); ++i) {
    const Touch& earlier = bytes.since[i];
    const bool same_maker = earlier.when == touch.when && earlier.column == touch.column && earlier.site == touch.site;
    if (same_maker && earlier.mode() != touch.mode()) return true;
  }
  return false;
}

/// Forgets the accesses that `ordered` says are over.
template <class Ordered>
void discharge(ByteHistory& bytes, Ordered ordered) {
  if (bytes.last_write.exists() && ordered(bytes.last_write)) bytes.last_write = Touch{};
  bytes.since.filter([&](const Touch& earlier) { return !ordered(earlier); });
}

/// Whose value a read sees: the newest write, an atomic update being one. Nothing: never written.
inline Touch newest_write(const ByteHistory& bytes) {
  for (std::size_t i = bytes.since.size(); i-- > 0;) {
    if (bytes.since[i].mode() == AccessMode::atomic) return bytes.since[i];
  }
  return bytes.last_write;
}

}  // namespace fencepost::checker

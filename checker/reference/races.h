#pragma once

/// From an order to races: all of them, and those that the fast engine has to report.
///
/// The fast engine does not keep every access. Per byte it keeps the last write and what has
/// happened since, so it reports the *frontier* (definitions.md 10). Precisely, with `<` for key order,
/// and with all that one key does to a byte taken together (`Effect`):
///
///   (a, b) is a frontier pair on a byte iff a < b, they conflict there and are unordered, and no
///   touch m of that byte with a < m < b supersedes a.
///
///   m supersedes a iff one of these holds:
///     - m is exclusive;
///     - m and a are both reads, or both atomic, and a is ordered before m.
///
/// So an engine conforms which keeps, for each byte, the last exclusive touch and, as two
/// antichains, the reads and the atomic touches since; and which compares each new touch with all
/// of them that it conflicts with. Reads and atomic touches do not make it forget each other, for
/// each conflicts with touches the other does not; and what is itself in a race is remembered like
/// anything else.
///
/// Incidental order (definitions.md 3) counts byte by byte: two touches of a byte are compared in the
/// order in which every guarded hand-over *of that byte* waits for the completions its pool saw.

#include <fencepost/checker/reference/byte_history.h>
#include <fencepost/checker/reference/happens_before.h>

#include <functional>
#include <span>
#include <vector>

namespace fencepost::checker::reference {

/// Whether two touches of a byte are unordered; the smaller key first.
using Unordered = std::function<bool(const ByteHistory& byte, AccessKey earlier, AccessKey later)>;

/// The answers of an engine; one order is computed for each set of guarded hand-overs, on demand.
/// `log` must outlive the result.
Unordered unordered_by(Engine engine, const SubmissionLog& log);
/// Membership of a normalised list, which must outlive the result.
Unordered unordered_in(std::span<const RacePair> pairs);

/// Every conflicting unordered pair, normalised.
std::vector<RacePair> all_races(std::span<const ByteHistory> histories, const Unordered& unordered);
/// The frontier pairs, normalised.
std::vector<RacePair> frontier(std::span<const ByteHistory> histories, const Unordered& unordered);

}  // namespace fencepost::checker::reference

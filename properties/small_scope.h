#pragma once

/// All small schedules of one shape, for exhaustive enumeration.

#include <fencepost/properties/tape.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>

namespace fencepost::properties {

/// One graph of `nodes` nodes over one buffer and one event: each node reads or writes the buffer,
/// or records or waits for the event externally; each earlier node may be a predecessor. Around it,
/// a choice of: an eager write and record before; one launch, two on one stream, two on two
/// streams, or one each of two executables; a wait for the event and a write after.
///
/// 4^n · 2^(n·(n-1)/2) graphs, 16 surroundings. A graph is captured as any other: each node on a
/// stream of its own, edges as internal waits.
Schedule small_scope(ChoiceSource& choices, std::uint32_t nodes);

}  // namespace fencepost::properties

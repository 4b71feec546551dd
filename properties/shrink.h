#pragma once

/// Makes a failing tape smaller.

#include <fencepost/properties/tape.h>

#include <cstddef>
#include <functional>

namespace fencepost::properties {

/// The smallest tape reachable from `tape` by leaving bytes out and making bytes smaller, one
/// change at a time, that still fails; at most `attempts` tapes are tried. REQUIRES:
/// `still_fails(tape)`, and that it answers the same for the same tape.
Tape shrink(Tape tape, const std::function<bool(const Tape&)>& still_fails, std::size_t attempts);

}  // namespace fencepost::properties

#pragma once

/// The parts of the table of mutations, by what they are about. Private to `mutation.cpp`.

#include <fencepost/runtime/gtp/mutation.h>

#include <vector>

namespace fencepost::gtp {

std::vector<Mutation> order_mutations();
std::vector<Mutation> scratch_mutations();
std::vector<Mutation> fence_mutations();
std::vector<Mutation> window_mutations();
std::vector<Mutation> repeat_mutations();
std::vector<Mutation> gradient_mutations();
std::vector<Mutation> local_mutations();

/// Common command sequences.
std::vector<Command> two_eager_steps();
std::vector<Command> warm_up_and_capture();
std::vector<Command> recapture();

}  // namespace fencepost::gtp

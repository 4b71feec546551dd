#pragma once

/// What every iteration does at its ends, whether its body is eager, captured or replayed.

#include <fencepost/runtime/gtp/machinery.h>

#include <vector>

namespace fencepost::gtp {

/// Starts to count uses and additions of each weight.
void start_iteration(Machinery& machinery);
/// Under the end-of-step style: finalizes every reduction in flight.
void finish_microbatch(Execution& execution, Machinery& machinery);
/// Finishes what is pending, which only waits and adds nothing; overwrites the configured
/// temporaries; joins the side streams.
void finish_iteration(Execution& execution, Machinery& machinery, const std::vector<SchedulingDomain*>& domains);
/// Every use must have added its gradient exactly once.
void check_gradients(Execution& execution, const Machinery& machinery);

}  // namespace fencepost::gtp

#pragma once

/// Accesses outside the life of the owner they are made for.

#include <fencepost/checker/oracle/oracle.h>

namespace fencepost::checker::oracle {

/// A question of submission order alone (definitions.md 9 and 20): a release in a caching pool is a host
/// action that orders nothing, so what counts is whether the access was submitted after it. A node
/// of a launch is submitted at each launch. Bytes of a graph's own pool stay with the graph when
/// their owner gives them up, so a replay may go on using them.
std::vector<LifetimeFault> lifetime_faults(const SubmissionLog& log, std::span<const model::Generation> generations);

}  // namespace fencepost::checker::oracle

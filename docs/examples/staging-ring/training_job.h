#pragma once

/// What the suite runs: a job that uses the ring, with its decisions taken from choices.

#include <fencepost/properties/program_suite.h>

/// A few steps on a ring of one to four slots, some of them captured once and replayed.
/// `waits_for_last_copy`: see StagingRing.
fencepost::properties::Program training_job(bool waits_for_last_copy);

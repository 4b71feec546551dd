#pragma once

/// The shipped traces, for tests that run one case for each.

#include <fencepost/traces/schedule.h>

#include <filesystem>
#include <string>
#include <vector>

namespace fencepost::tests {

/// Every *.trace below traces/corpus, relative to it, sorted.
std::vector<std::string> corpus_traces();

/// Parses one of them; a trace that does not parse fails the test.
Schedule corpus_schedule(const std::string& relative_path);

/// `cuda/e01-pair.fixed.trace` as a name that GoogleTest takes: `cuda_e01_pair_fixed`.
std::string case_name(std::string relative_path);

}  // namespace fencepost::tests

#pragma once

/// The paragraphs below the headline of a hazard.

#include <fencepost/checker/report/wording.h>

#include <string>
#include <vector>

namespace fencepost::checker {

/// Who had the bytes: allocated, freed, handed on; one sentence each. Empty when no bytes are in
/// dispute.
std::vector<std::string> owners(const Hazard& hazard, const Wording& words);

/// Why nothing orders the two ends, or why the call failed. Empty when there is nothing to add to
/// the headline.
std::vector<std::string> reasons(const Hazard& hazard, const Wording& words);

/// What the verdict rests on, and what was taken as simpler than it is.
std::vector<std::string> evidence(const Hazard& hazard, const Wording& words);

}  // namespace fencepost::checker

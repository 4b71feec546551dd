#pragma once

/// What is wrong, in one plain sentence.

#include <fencepost/checker/report/wording.h>

#include <string>

namespace fencepost::checker {

std::string headline(const Hazard& hazard, const Wording& words);

/// Notes, likewise.
std::string headline(const Note& note, const Wording& words);

}  // namespace fencepost::checker

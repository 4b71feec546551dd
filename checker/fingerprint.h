#pragma once

/// What identifies a hazard from one version of a trace to the next.

#include <fencepost/checker/hazard.h>
#include <fencepost/traces/names.h>

#include <string>

namespace fencepost::checker {

/// Sixteen hex digits over the slug and, for both ends, what runs there, under which name, on which
/// stream and which buffer. Lines and addresses do not enter, so moving a line changes nothing;
/// two hazards between equally named work on equally named streams and buffers share a fingerprint.
std::string fingerprint(const Hazard& hazard, const Names& names);

}  // namespace fencepost::checker

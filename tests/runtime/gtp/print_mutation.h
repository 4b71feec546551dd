#pragma once

/// How GoogleTest shows a mutation: by its name, not by its bytes.

#include <fencepost/runtime/gtp/mutation.h>

#include <ostream>

namespace fencepost::gtp {

inline void PrintTo(const Mutation& mutation, std::ostream* out) { *out << mutation.name; }

}  // namespace fencepost::gtp

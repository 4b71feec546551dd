#pragma once

/// A broken invariant of the engine's own host state: what no device order shows.

#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::gtp {

enum class Invariant : std::uint8_t {
  gradient_added_once,           ///< every use of a weight adds its gradient exactly once
  reduced_value_is_meant,        ///< what is added is the reduction of its own weight
  gathered_value_is_meant,       ///< a matrix product reads the gather of its own weight
  gathered_value_is_fresh,       ///< … made after the last change of the parameters
  repeated_use_adds_no_buffer,   ///< a weight that is used again reuses its pooled buffer (P9)
  replay_changes_nothing,        ///< pools, tickets and slots are the same before and after a replay (P11)
  free_lists_balance,            ///< a capture leaves in the free lists what it found there (P12)
  collectives_use_their_window,  ///< what a group gathers or sends lies in its window, what it reduces does not
  captures_share_no_memory,      ///< no captured scratch comes from the eager pool (P4)
};
std::string_view name(Invariant invariant);

struct Violation {
  Invariant invariant;
  std::string subject;  ///< the weight or pool it is about

  friend bool operator==(const Violation&, const Violation&) = default;
};

}  // namespace fencepost::gtp

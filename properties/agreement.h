#pragma once

/// Do all engines say the same about a schedule?

#include <fencepost/checker/race_pair.h>
#include <fencepost/model/rules.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::properties {

/// What a schedule contains, to know that a campaign covers what it is meant to.
struct Features {
  bool captured = false;         ///< a graph came to be and was launched
  bool replayed = false;         ///< one executable was launched at least twice
  bool reused = false;           ///< bytes went from one owner to the next
  bool external = false;         ///< a launched graph has an external record or wait of the program
  bool external_pair = false;    ///< a launch has a candidate of an external wait inside itself
  bool guarded = false;          ///< a hand-over followed completions that its pool had seen
  bool refused = false;          ///< some call was refused
  bool waits_for_value = false;  ///< a stream waits for a value
  bool waits_for_ever = false;   ///< for one that never comes
  bool uses_window = false;      ///< a collective touches memory with a window
  bool unmapped = false;         ///< memory went from behind its addresses
  bool conditional = false;      ///< a launched graph has a conditional body
  bool raced = false;
  bool raced_in_launch = false;
  bool lifetime_fault = false;
  bool wrong_value = false;

  [[nodiscard]] bool all_four() const { return captured && replayed && reused && external; }
};

struct AgreementOptions {
  model::Rules rules;         ///< engines agree whatever the rules
  bool ask_clocks = true;     ///< false: compare the slow engines only
  bool ask_oracle = true;     ///< false for schedules known to be too large
  std::size_t states = 4000;  ///< the oracle's limit for each run of bytes
};

struct Agreement {
  Features features;
  bool modelled = true;   ///< false: it was not played, or the model had no verdict, and nothing was compared
  bool judged = false;    ///< the oracle took part
  std::size_t races = 0;  ///< all pairs, before the frontier
  std::size_t submissions = 0;
  std::size_t states = 0;  ///< explored by the oracle
  /// What does not agree, in words with the pairs in question; empty when all is well.
  std::optional<std::string> disagreement;
};

/// Plays `schedule` on the model and compares: the vectors with the closure, both with the oracle
/// where the schedule is small enough, the clocks with the frontier. Also checks that the model
/// keeps its promises (a broken rule may break them too), and that every wrong value lies on bytes with a race.
Agreement compare_engines(const Schedule& schedule, const AgreementOptions& options = {});

}  // namespace fencepost::properties

#pragma once

/// The faults the engine can be given: each breaks one rule and nothing else.
///
/// A mutation says what its faulty program does, who fixed it in public, what must notice it, and on
/// which configuration and commands it must be noticed. Generators do not know mutations: they make
/// configurations and commands, and the mutation is switched on beside them.

#include <fencepost/runtime/gtp/rule.h>
#include <fencepost/runtime/gtp/scenario.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fencepost::gtp {

/// Who notices: the audit of the issued schedule, the engine's own bookkeeping, or a command that
/// fails loudly.
enum class Oracle : std::uint8_t { hazard, invariant, failure };
std::string_view name(Oracle oracle);

struct Mutation {
  Rule breaks;
  std::string_view name;
  std::string_view meaning;  ///< one clause: what the faulty program does
  std::string_view source;   ///< a pull request, and the item of its description
  Oracle oracle = Oracle::hazard;
  /// Slugs of hazards, names of invariants or of failures; any one of them is the fault.
  std::vector<std::string_view> signs;
  /// Where it must be noticed; the unbroken engine is clean there.
  Scenario scenario;
};

/// In the order of `Rule`, one for each rule.
std::span<const Mutation> mutations();
/// Nothing when no mutation is called so.
const Mutation* mutation_named(std::string_view text);
const Mutation& mutation_of(Rule rule);

}  // namespace fencepost::gtp

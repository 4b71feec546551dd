#pragma once

/// Makes a trace that shows a hazard as small as it can be while it still shows it.

#include <fencepost/checker/hazard.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace fencepost::checker {

struct MinimisedTrace {
  std::string text;  ///< the statements that are left, as they stood; no comments, no expectations
  Slug slug = Slug::refused_call;
  std::string fingerprint;
  std::size_t operations_before = 0, operations_after = 0;  ///< statements; loops are not unrolled
  std::size_t audits = 0;
};

/// Which hazard is to be kept.
using KeepsHazard = std::function<bool(const Hazard&)>;

/// Leaves statements out of `text` as long as what is left parses, is modelled, and has a hazard that
/// `keeps` accepts, and lowers the counts of loops. In the result no statement can be left out alone
/// (together with those that cannot stand without it), and no loop can run less often.
///
/// REQUIRES: `schedule` was parsed from `text`. Error: the trace has no such hazard (the message
/// lists those there are), or cannot be judged.
/// Cost: an audit for each attempt, of which there are about k log n for k statements left of n.
tl::expected<MinimisedTrace, std::string> minimise(std::string_view text, const Schedule& schedule,
                                                   const KeepsHazard& keeps);

/// The same for the hazard of that fingerprint; of the first hazard when it is empty.
tl::expected<MinimisedTrace, std::string> minimise(std::string_view text, const Schedule& schedule,
                                                   std::string_view fingerprint = {});

}  // namespace fencepost::checker

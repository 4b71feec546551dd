#pragma once

/// Pairs expectations with findings, one to one.

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace fencepost::checker {

/// A largest set of pairs (claim, finding) with `fits(claim, finding)`, no claim and no finding in
/// two of them. Returns, for each claim, its finding. A vague claim never takes the only finding of
/// a precise one.
std::vector<std::optional<std::size_t>> pair_off(std::size_t claims, std::size_t findings,
                                                 const std::function<bool(std::size_t, std::size_t)>& fits);

}  // namespace fencepost::checker

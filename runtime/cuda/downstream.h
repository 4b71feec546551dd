#pragma once

/// Which executions may see wrong values because of a hazard (definitions.md 19).
///
/// A wrong value on the card is explained when its reader touches bytes in dispute, or reads what
/// such a reader wrote, in however many steps. Anything else means that the model and the card
/// disagree.

#include <fencepost/runtime/cuda/coordinates.h>
#include <fencepost/runtime/cuda/script.h>

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace fencepost::cuda {

/// Fed with the effects of a schedule in issue order, once for each hazard (or all at once).
class Downstream {
 public:
  Downstream(const Coordinates& coordinates, std::span<const AddressRange> in_dispute);

  void execute(const Effect& effect);

  /// May this execution have read something wrong?
  [[nodiscard]] bool reads_wrong(AuthorId author, std::uint32_t execution) const {
    return executions_.contains({author, execution});
  }
  /// May these bytes be wrong in the end?
  [[nodiscard]] bool ends_wrong(AddressRange bytes) const;

 private:
  [[nodiscard]] bool any_tainted(AddressRange range) const;

  const Coordinates& coordinates_;
  std::vector<bool> in_dispute_;  // by cell, from the start to the end
  std::vector<bool> tainted_;     // by cell
  std::set<std::pair<AuthorId, std::uint32_t>> executions_;
};

}  // namespace fencepost::cuda

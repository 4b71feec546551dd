#pragma once

/// The same operations under another numbering of the same names.

#include <fencepost/traces/namespaces.h>
#include <fencepost/traces/operation.h>

#include <array>
#include <cstdint>
#include <vector>

namespace fencepost {

/// Translates operations whose ids were issued by one `Names` into the ids that another `Names` has
/// for the same names. A name that the other does not know becomes an id that equals no other.
class Renumbering {
 public:
  Renumbering(const Names& from, const Names& to);

  /// Valid until the next call.
  [[nodiscard]] Operation operator()(const Operation& operation);

 private:
  [[nodiscard]] std::uint32_t translated(Namespace space, std::uint32_t index) const;
  template <class Tag>
  [[nodiscard]] Id<Tag> translated(Namespace space, Id<Tag> id) const {
    return Id<Tag>{translated(space, id.value)};
  }

  std::array<std::vector<std::uint32_t>, namespace_count> indices_;
  std::vector<Access> accesses_;
  Detail detail_;
};

}  // namespace fencepost

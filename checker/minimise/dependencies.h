#pragma once

/// Which operations of a schedule cannot stand without which others.

#include <fencepost/traces/namespaces.h>
#include <fencepost/traces/schedule.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::checker {

/// One flag for each operation of a schedule: whether it is kept.
using Selection = std::vector<char>;

class Dependencies {
 public:
  explicit Dependencies(const Schedule& schedule);

  /// Leaves out of `kept` what has lost its ground: uses of things whose declarations are left out,
  /// and the one end of a loop whose other end is. Linear.
  void leave_out_dependents(Selection& kept) const;

 private:
  /// A stream, an event, a buffer, … : the things of all namespaces, numbered in one row.
  using Thing = std::uint32_t;

  [[nodiscard]] Thing thing(Namespace space, std::uint32_t id) const;
  void add_uses(const Operation& operation);
  void add_use(Namespace space, std::uint32_t id);
  void pair_loops(const Schedule& schedule);

  std::array<Thing, namespace_count> first_thing_{};
  std::vector<char> is_given_;  ///< by thing: no operation declares it
  std::vector<Thing> uses_;     ///< of all operations, one after the other
  struct Row {
    std::uint32_t first_use = 0;
    std::uint32_t use_count = 0;
    Thing declared = 0;         ///< a thing that does not exist where it declares none
    std::size_t other_end = 0;  ///< of a loop; its own index elsewhere
  };
  std::vector<Row> rows_;
};

}  // namespace fencepost::checker

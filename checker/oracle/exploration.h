#pragma once

/// Running a queue machine in every order, watching one byte.

#include <fencepost/checker/oracle/contested_bytes.h>
#include <fencepost/checker/oracle/queue_machine.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::checker::oracle {

/// What a byte holds: whose value, and which atomic updates were added to it since. Nobody's value
/// is the one it had from the start.
struct ByteValue {
  std::optional<std::size_t> writer;
  ItemSet added;

  friend bool operator==(const ByteValue&, const ByteValue&) = default;
};

/// The value a touch leaves.
ByteValue apply(const Touch& touch, ByteValue value);

/// Items run one after another.
using Order = std::vector<std::size_t>;

/// Every order, summarised for the items that touch the byte.
class Exploration {
 public:
  /// A read that does not see in some order what it sees in issue order.
  struct WrongRead {
    std::size_t reader = 0;
    ByteValue seen;
    std::size_t state = 0;  ///< in which it is about to run
  };

  /// Whether some legal order runs `later` before `earlier`. Both touch the byte.
  [[nodiscard]] bool reversible(std::size_t earlier, std::size_t later) const {
    return overtaken_[later].test(earlier);
  }
  /// A legal order that ends with `later` having run and `earlier` not. REQUIRES: reversible.
  [[nodiscard]] Order reversing(std::size_t earlier, std::size_t later) const;
  /// At most one for each reader.
  [[nodiscard]] const std::vector<WrongRead>& wrong_reads() const { return wrong_reads_; }
  /// A legal order that ends in a state.
  [[nodiscard]] Order order_to(std::size_t state) const;
  [[nodiscard]] std::size_t state_count() const { return states_.size(); }

 private:
  friend class Explorer;
  struct State {
    ItemSet done;
    ByteValue value;
    std::size_t parent = 0;
    std::vector<std::size_t> ran;  ///< since the parent
  };
  std::vector<State> states_;
  std::vector<ItemSet> overtaken_;
  std::vector<WrongRead> wrong_reads_;
};

/// Explores every order of the items that touch the byte and of those in `also_interleaved`. All
/// others run as soon as they may: no step ever disables another, so an order in which `b` comes
/// before `a` stays legal when anything else moves forward.
tl::expected<Exploration, Refusal> explore(const QueueMachine& machine, const ContestedBytes& bytes,
                                           std::size_t state_limit, const ItemSet& also_interleaved = {});

}  // namespace fencepost::checker::oracle

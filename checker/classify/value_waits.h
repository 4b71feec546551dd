#pragma once

/// Which value waits can never end (definitions.md 1): the wait-for relation, kept apart from order.

#include <fencepost/checker/race_pair.h>
#include <fencepost/model/submission.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace fencepost::checker {

/// Plays what was submitted as favourably as it can go. A value wait ends when something that may
/// leave its value in its bytes has run; everything else runs when what it was bound to follow has.
/// What does not run even so waits for ever. Not thread-safe.
class ValueWaits {
 public:
  /// A wait that nothing can end, and what would end it if it did not itself follow such a wait.
  struct Stuck {
    AccessKey wait;
    model::MemoryAccess bytes;
    std::optional<AccessKey> release;
  };

  /// Says whether bytes may hold a value because of what was not passed to `add`.
  using MayHold = std::function<bool(const model::MemoryAccess& bytes, std::uint64_t value)>;

  explicit ValueWaits(MayHold may_hold) : may_hold_(std::move(may_hold)) {}

  /// Takes submissions in order. Some may be left out at the beginning: they are taken to have run.
  void add(const model::Submission& submission);
  /// Waits that are reached and never end, in submission order.
  [[nodiscard]] std::vector<Stuck> stuck() const;

 private:
  /// One execution, one node, or the end of a launch.
  struct Step {
    AccessKey key;
    std::vector<std::size_t> after;                 ///< all of these steps come before
    std::vector<std::vector<AccessKey>> after_any;  ///< and one of each of these
    std::optional<model::MemoryAccess> waits_for;   ///< bytes that have to hold `value`
    std::uint64_t value = 0;
    bool already_holds = false;
  };
  /// A step that may leave `value`, or any value, in bytes.
  struct Write {
    std::size_t step = 0;
    model::MemoryAccess bytes;
    std::optional<std::uint64_t> value;
  };

  std::size_t add_step(const model::Submission& submission, model::NodeIndex node);
  void add_launch(const model::Submission& launch, std::size_t start);
  void note_accesses(std::size_t step, OperationKind operation, std::uint64_t value,
                     std::span<const model::MemoryAccess> accesses);
  /// The steps that run, as favourably as it can go.
  [[nodiscard]] std::vector<bool> reachable() const;
  [[nodiscard]] bool has_run(AccessKey key, const std::vector<bool>& ran) const;
  [[nodiscard]] bool follows_only(const Step& step, const std::vector<bool>& ran) const;
  [[nodiscard]] bool is_released(const Step& step, const std::vector<bool>& ran) const;
  [[nodiscard]] static bool releases(const Write& write, const Step& step);

  MayHold may_hold_;
  std::vector<Step> steps_;
  std::vector<Write> writes_;
  std::map<AccessKey, std::size_t> step_of_;
  std::map<model::Axis, std::size_t> newest_;  ///< step of each queue
};

}  // namespace fencepost::checker

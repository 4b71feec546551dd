#pragma once

/// Releases that only luck protects: memory is given up while work that nothing orders before its
/// home stream may still use it, and nobody has got the bytes yet.

#include <fencepost/checker/classify/tenures.h>
#include <fencepost/checker/clocks/clock_engine.h>
#include <fencepost/checker/hazard.h>
#include <fencepost/model/submission.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace fencepost::checker {

/// Knows pools that hand bytes out again on their home stream alone (definitions.md 20).
class Releases {
 public:
  Releases(const ClockEngine& engine, const Tenures& tenures) : engine_(engine), tenures_(tenures) {}

  /// Which queue belongs to which stream.
  void add_queue(const model::Submission& submission) {
    if (submission.stream.exists()) queue_of_[submission.stream] = submission.axis;
  }
  /// Bytes are given up: from now on the pool may hand them out.
  void add_release(const model::Submission& release);
  /// Bytes are handed out: where they overlap, the engine judges what happens to them.
  void add_hand_over(const model::Submission& given);
  /// The pool has given back what it held free: nobody gets those bytes from it any more.
  void trimmed(PoolId pool) {
    std::erase_if(pending_, [pool](const auto& list) { return list.first.first == pool; });
  }
  [[nodiscard]] std::vector<Note> notes() const;

 private:
  /// A release, and a use that may come after it.
  struct Pending {
    model::GenerationId generation;
    StreamId user;
  };
  using List = std::pair<PoolId, StreamId>;

  [[nodiscard]] std::optional<StreamId> late_user(const model::Generation& tenure, model::Axis issuer) const;
  void note(Note::Kind kind, const Pending& pending, std::uint32_t line, std::uint32_t other_line);

  const ClockEngine& engine_;
  const Tenures& tenures_;
  std::map<StreamId, model::Axis> queue_of_;
  std::map<List, std::vector<Pending>> pending_;  ///< by pool and home stream
  std::vector<Note> notes_;
};

}  // namespace fencepost::checker

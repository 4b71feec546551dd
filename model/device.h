#pragma once

/// The modelled CUDA runtime behind the `Device` interface.
///
/// Host semantics only: statuses, captures, what each wait binds to, where the pools place bytes.
/// What it submits goes to a `SubmissionSink`. Deterministic and adversarial (definitions.md 3): pools
/// hand bytes out again as early as their rules permit, everything else completes as late as it
/// may. Not thread-safe; one instance plays one schedule.

#include <fencepost/model/generation.h>
#include <fencepost/model/rules.h>
#include <fencepost/model/submission.h>
#include <fencepost/traces/device.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::model {

/// A statement that the language knows and the model cannot judge, or one that makes no sense.
/// Once there is one, nothing more is modelled and there is no verdict.
struct ModelError {
  std::uint32_t line = 0;
  enum class Kind : std::uint8_t { not_modelled, misuse } kind = Kind::misuse;
  std::string message;
};

class Device final : public fencepost::Device {
 public:
  /// `sink` must outlive the device.
  explicit Device(SubmissionSink& sink, Rules rules = {});
  ~Device() override;

  Outcome submit(const Operation& operation) override;

  /// Checks what only the end of a schedule can show: a capture that never ended.
  void finish();

  /// Set when a statement was not modelled, or was misuse no program could commit (a buffer
  /// released that was never allocated, a capture never ended).
  [[nodiscard]] const std::optional<ModelError>& error() const;

  /// Every tenure so far, indexed by `GenerationId`.
  [[nodiscard]] std::span<const Generation> generations() const;
  /// All that decides how the model answers to what comes, as numbers. Two points of a schedule at
  /// which they are equal, and from which the same operations follow, go on alike.
  [[nodiscard]] std::vector<std::uint64_t> recurring_state() const;
  /// Whether some capture has begun and not ended.
  [[nodiscard]] bool captures_now() const;
  /// Bytes that all pools hold at the moment.
  [[nodiscard]] std::uint64_t reserved_now() const;
  /// How many bytes a region spans.
  [[nodiscard]] std::uint64_t region_size(RegionId region) const;
  /// The first address of a region in the modelled address space.
  [[nodiscard]] Address region_base(RegionId region) const;
  /// Most bytes that `pool` had handed out and reserved at one time.
  struct PoolUse {
    std::uint64_t peak_allocated = 0;
    std::uint64_t peak_reserved = 0;
  };
  [[nodiscard]] PoolUse pool_use(PoolId pool) const;
  /// The same of every pool that handed something out; the default pool, which has no id, comes last.
  [[nodiscard]] std::vector<std::pair<PoolId, PoolUse>> pool_uses() const;
  /// The same, summed over all pools.
  [[nodiscard]] PoolUse total_use() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fencepost::model

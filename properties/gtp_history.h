#pragma once

/// What one run of the engine did to its buffers, and in which order: for properties that speak of
/// pairs of operations instead of hazards.
///
/// Order is taken from the graph of causes, which shares no code with the engine that finds hazards.

#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/model/generation.h>
#include <fencepost/properties/gtp_audit.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fencepost::properties {

/// One access of one operation. Bytes are relative to the region.
struct BufferUse {
  std::uint32_t line = 0;
  OperationKind kind = OperationKind::kernel;
  AccessMode mode = AccessMode::read;
  std::uint32_t capture = 0;  ///< 1, 2, … inside captures; 0: eager
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
};

/// One tenure of pooled bytes: who had them, and every use in issue order.
struct Tenure {
  const model::Generation* generation = nullptr;
  std::string_view name;
  std::uint32_t capture = 0;      ///< in which it was allocated; 0: eagerly
  std::uint32_t released_in = 0;  ///< the capture in which it was given back; 0: eagerly or never
  std::vector<BufferUse> uses;

  /// Whether the bytes are partly the same.
  [[nodiscard]] bool overlaps(const Tenure& other) const;
  /// The first use that writes bytes of `former`; null when there is none.
  [[nodiscard]] const BufferUse* first_write_over(const Tenure& former) const;
};

/// Refers to the audit, which must outlive it. Immutable.
class GtpHistory {
 public:
  explicit GtpHistory(const EngineAudit& audit);

  /// In order of allocation.
  [[nodiscard]] const std::vector<Tenure>& tenures() const { return tenures_; }
  /// The capture that was running when operation `index` was issued; 0: none.
  [[nodiscard]] std::uint32_t capture_of(std::size_t index) const { return captures_[index]; }
  [[nodiscard]] std::uint32_t capture_count() const { return capture_count_; }
  /// Line of the newest begin of a capture at or before capture `number`; 0 when there is none.
  [[nodiscard]] std::uint32_t begin_of(std::uint32_t number) const { return begins_[number - 1]; }
  /// Whether the work on line `a` is done before the work on line `b` starts, the first time both
  /// run. Two captured ends are compared within one launch.
  [[nodiscard]] bool ordered(std::uint32_t a, std::uint32_t b) const;

 private:
  void note_captures(const Schedule& schedule);
  void note_uses(const EngineAudit& audit);
  void note_vertices();

  checker::CauseGraph graph_;
  std::vector<Tenure> tenures_;
  std::vector<std::uint32_t> captures_;  // by operation
  std::vector<std::uint32_t> begins_;    // by capture
  std::uint32_t capture_count_ = 0;
  std::unordered_map<std::uint32_t, checker::CauseVertex> first_vertex_;  // by line
};

}  // namespace fencepost::properties

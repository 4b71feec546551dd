#pragma once

/// What the engine finds, before anybody gives it a name.

#include <fencepost/checker/clocks/graph_summary.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <optional>

namespace fencepost::checker {

/// One access of an encounter.
struct Party {
  model::ExecutionId execution = 0;
  model::NodeIndex node = model::no_node;
  AccessMode mode = AccessMode::read;
  model::GenerationId generation;
  std::uint32_t site = 0;               ///< of an eager access: index into the engine's site table
  const GraphSummary* graph = nullptr;  ///< of a node of a launch

  [[nodiscard]] bool of_launch() const { return graph != nullptr; }
};

/// `second` is the later one in submission order.
struct Encounter {
  Party first, second;
  model::RegionId region;
  std::uint64_t lo = 0, hi = 0;
};

/// Is told what the engine finds, while it is submitting `second`.
class Findings {
 public:
  Findings() = default;
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;
  virtual ~Findings() = default;

  /// Two conflicting accesses that nothing orders, `first` still remembered at `second`.
  virtual void unordered(const Encounter& encounter) = 0;
  /// `reader` sees what `writer`, ordered before it, wrote on behalf of another generation; or, without a writer,
  /// bytes that nobody has written since they were handed to the reader's generation.
  virtual void foreign_read(const Party& reader, const std::optional<Party>& writer, model::RegionId region,
                            std::uint64_t lo, std::uint64_t hi) = 0;
  /// `reader` named the version it means (definitions.md 15). It sees what `writer` wrote, or bytes that hold what
  /// they held from the start.
  virtual void versioned_read(const Party& /*reader*/, std::uint32_t /*version*/,
                              const std::optional<Party>& /*writer*/, model::RegionId /*region*/, std::uint64_t /*lo*/,
                              std::uint64_t /*hi*/) {}
};

}  // namespace fencepost::checker

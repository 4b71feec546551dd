#pragma once

/// Everything about a schedule that is known before the card runs: what the model answered to each
/// operation, where it placed bytes, and which values every execution must read.

#include <fencepost/model/device.h>
#include <fencepost/runtime/cuda/authors.h>
#include <fencepost/runtime/cuda/coordinates.h>
#include <fencepost/runtime/cuda/reference.h>
#include <fencepost/runtime/cuda/script.h>
#include <fencepost/runtime/cuda/unroll.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::cuda {

/// Why a schedule is not played on the card.
struct NotPlayed {
  std::uint32_t line = 0;
  std::string reason;
};

/// One operation with the model's answer.
struct PreparedStep {
  Outcome model;
  /// Some calls make no sense on a card: a pool's own decisions, and the use of destroyed handles,
  /// which CUDA leaves undefined.
  bool on_card = true;
  /// What must have finished before: the model placed bytes on this assumption (definitions.md 3).
  std::vector<Progress> assumed;
};

struct PrepareLimits {
  UnrollLimits unroll;
  std::uint32_t most_cells = 1U << 16U;
};

/// A schedule made ready. Immutable, except that the card's side numbers authors in the same table.
class Prepared {
 public:
  static tl::expected<std::unique_ptr<Prepared>, NotPlayed> make(const Schedule& schedule,
                                                                 const PrepareLimits& limits = {});

  [[nodiscard]] const Schedule& operations() const { return operations_; }
  [[nodiscard]] std::span<const PreparedStep> steps() const { return steps_; }
  [[nodiscard]] const Coordinates& coordinates() const { return coordinates_; }
  [[nodiscard]] const Reference& reference() const { return *reference_; }
  [[nodiscard]] const model::Device& model() const { return model_; }
  [[nodiscard]] const Script& script() const { return script_; }
  [[nodiscard]] Authors& authors() { return authors_; }
  [[nodiscard]] const Authors& authors() const { return authors_; }
  /// In what memory a cell lies.
  [[nodiscard]] MemoryKind memory(std::uint32_t cell) const { return cell_memory_[cell]; }
  /// Calls `visit` with every effect in issue order.
  void play(const std::function<void(const Effect&)>& visit) const { script_.play(model_, visit); }

  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared() = default;

 private:
  Prepared() : script_(authors_), model_(script_) {}

  std::optional<NotPlayed> ask_the_model();
  std::optional<NotPlayed> compress(std::uint32_t most_cells);
  void evaluate();

  Schedule operations_;
  std::vector<PreparedStep> steps_;
  Authors authors_;
  Script script_;
  model::Device model_;
  Coordinates coordinates_;
  std::vector<MemoryKind> cell_memory_;
  std::optional<Reference> reference_;
};

}  // namespace fencepost::cuda

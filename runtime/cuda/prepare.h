#pragma once

/// Everything about a schedule that is known before the card runs: what the model answered to each
/// operation, where it placed bytes, and which values every execution must read.

#include <fencepost/model/device.h>
#include <fencepost/runtime/cuda/allocation.h>
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
  Allocation allocation;  ///< of allocations, releases and static buffers
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

  /// The same schedule with the bytes where the driver put them: an address for each allocation of
  /// `driver_placed()`.
  [[nodiscard]] tl::expected<std::unique_ptr<Prepared>, NotPlayed> placed_as(std::span<const Address> addresses,
                                                                             const PrepareLimits& limits = {}) const;

  [[nodiscard]] const Schedule& operations() const { return operations_; }
  [[nodiscard]] std::span<const PreparedStep> steps() const { return steps_; }
  [[nodiscard]] const Coordinates& coordinates() const { return coordinates_; }
  [[nodiscard]] const Reference& reference() const { return *reference_; }
  [[nodiscard]] const model::Device& model() const { return model_; }
  [[nodiscard]] const Script& script() const { return script_; }
  /// Which operations allocate bytes that the driver places, and where this schedule has them
  /// (`canonical_placement`).
  [[nodiscard]] std::span<const std::size_t> driver_placed() const { return driver_placed_; }
  [[nodiscard]] std::span<const Address> driver_placement() const { return driver_placement_; }
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

  std::optional<NotPlayed> prepare(const PrepareLimits& limits);
  std::optional<NotPlayed> ask_the_model();
  PreparedStep ask_about(const Operation& operation);
  void note_driver_placement();
  std::optional<NotPlayed> compress(std::uint32_t most_cells);
  void evaluate();

  Schedule operations_;
  std::vector<PreparedStep> steps_;
  Allocations allocations_;
  std::vector<std::size_t> driver_placed_;
  std::vector<Address> driver_placement_;
  Authors authors_;
  Script script_;
  model::Device model_;
  Coordinates coordinates_;
  std::vector<MemoryKind> cell_memory_;
  std::optional<Reference> reference_;
};

}  // namespace fencepost::cuda

#pragma once

/// The model's own work: one matrix product a use of a weight, its two gradients in backward, and
/// the activations between them, all on the compute stream.

#include <fencepost/runtime/gtp/machinery.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fencepost::gtp {

/// Uses of weights in forward order. Use `p` reads activation `p` and makes activation `p + 1`.
using Uses = std::vector<std::size_t>;

class Layers {
 public:
  /// The first use reads `input`; with `input_has_gradient` its backward makes the gradient of it.
  Layers(Machinery& machinery, Uses uses, BufferHandle input, bool input_has_gradient);

  void forward(Execution& execution, std::size_t position);
  /// Makes the gradient of the last activation.
  void loss(Execution& execution);
  /// Hands the last activation on, as the output of a module.
  void copy_output(Execution& execution, const BufferHandle& to) const;
  /// Takes the gradient of the last activation from the next module.
  void start_backward(Execution& execution, const BufferHandle& from);
  /// Hands the gradient of the input on.
  void copy_input_gradient(Execution& execution, const BufferHandle& to);
  void backward(Execution& execution, std::size_t position);

  /// Drops the activations made by uses (first, last): what a recomputed block does not keep.
  void forget_inside(Execution& execution, std::size_t first, std::size_t last);
  /// Makes them again.
  void recompute(Execution& execution, std::size_t first, std::size_t last);

  [[nodiscard]] const Uses& uses() const { return uses_; }
  /// As many uses as before, in another order. REQUIRES: no backward is missing.
  void reorder(Uses uses) { uses_ = std::move(uses); }

 private:
  void prefetch_ahead(Execution& execution, std::optional<std::size_t> neighbour, Direction direction);
  void product(Execution& execution, std::size_t position, Direction direction, bool prefetch);
  void input_gradient(Execution& execution, std::size_t position, const BufferHandle& gathered);
  std::vector<Scratch> weight_gradient(Execution& execution, Weight& weight, std::size_t position);
  [[nodiscard]] bool must_make_room(const Execution& execution, const Weight& weight) const;
  std::vector<Scratch> copy_foreign(Execution& execution, Weight& weight, const std::vector<Scratch>& gradients);
  void reduce(Execution& execution, Weight& weight, std::vector<Scratch> gradients);
  void finish_successor(Execution& execution, Weight& weight);
  static Range used_bytes(const Execution& execution, const Weight& weight, const BufferHandle& gathered);
  BufferHandle allocate(Execution& execution, std::string_view kind, std::size_t number);
  [[nodiscard]] Weight& weight_at(std::size_t position) { return machinery_.weights[uses_[position]]; }

  Machinery& machinery_;
  Uses uses_;
  bool input_has_gradient_;
  std::vector<std::optional<BufferHandle>> activations_;  ///< 0 is the input
  std::optional<BufferHandle> gradient_;                  ///< of the activation that backward has reached
  std::optional<BufferHandle> output_gradient_;           ///< the one that the current use started from
};

}  // namespace fencepost::gtp

#include <fencepost/runtime/gtp/layers.h>

#include <utility>

#include <fmt/format.h>

namespace fencepost::gtp {

Layers::Layers(Machinery& machinery, Uses uses, BufferHandle input, bool input_has_gradient)
    : machinery_(machinery),
      uses_(std::move(uses)),
      input_has_gradient_(input_has_gradient),
      activations_(uses_.size() + 1) {
  activations_[0] = input;
}

Range Layers::used_bytes(const Execution& execution, const Weight& weight, const BufferHandle& gathered) {
  return gathered[{0, execution.configuration.weight_bytes() * weight.parts}];
}

BufferHandle Layers::allocate(Execution& execution, std::string_view kind, std::size_t number) {
  const std::string name = fmt::format("{}.{}", kind, number);
  return execution.calls.allocate(name, execution.configuration.activation_size(), execution.compute);
}

void Layers::prefetch_ahead(Execution& execution, std::optional<std::size_t> neighbour, Direction direction) {
  if (!execution.configuration.prefetch || !neighbour) return;
  machinery_.all_gather.prefetch(execution, machinery_.weights[*neighbour], direction);
}

void Layers::product(Execution& execution, std::size_t position, Direction direction, bool prefetch) {
  Weight& weight = weight_at(position);
  const BufferHandle gathered = machinery_.all_gather.consume(execution, weight, direction);
  if (prefetch) prefetch_ahead(execution, weight.next, direction);
  activations_[position + 1] = allocate(execution, "activation", position + 1);
  const std::string_view label = direction == Direction::forward ? "gemm" : "regemm";
  execution.calls.kernel(fmt::format("{}.{}", label, weight.name), execution.compute)
      .reads(*activations_[position], used_bytes(execution, weight, gathered))
      .writes(*activations_[position + 1]);
}

void Layers::forward(Execution& execution, std::size_t position) {
  machinery_.chains.visit(execution, machinery_.weights, weight_at(position), machinery_.cache);
  product(execution, position, Direction::forward, true);
}

void Layers::loss(Execution& execution) {
  gradient_ = allocate(execution, "gradient", uses_.size());
  execution.calls.kernel("loss", execution.compute).reads(*activations_.back()).writes(*gradient_);
}

void Layers::copy_output(Execution& execution, const BufferHandle& to) const {
  execution.calls.copy("copy_output", execution.compute, *activations_.back(), to);
}

void Layers::start_backward(Execution& execution, const BufferHandle& from) {
  gradient_ = allocate(execution, "gradient", uses_.size());
  execution.calls.copy("copy_gradient", execution.compute, from, *gradient_);
}

void Layers::copy_input_gradient(Execution& execution, const BufferHandle& to) {
  if (!input_has_gradient_) return;
  execution.calls.copy("copy_input_gradient", execution.compute, *gradient_, to);
  execution.calls.release(*std::exchange(gradient_, std::nullopt));
}

void Layers::backward(Execution& execution, std::size_t position) {
  Weight& weight = weight_at(position);
  ++weight.uses;
  const BufferHandle gathered = machinery_.all_gather.consume(execution, weight, Direction::backward);
  prefetch_ahead(execution, weight.previous, Direction::backward);
  output_gradient_ = gradient_;
  if (position > 0 || input_has_gradient_) input_gradient(execution, position, gathered);
  std::vector<Scratch> gradients = weight_gradient(execution, weight, position);
  execution.calls.release(*output_gradient_);
  execution.calls.release(*std::exchange(activations_[position + 1], std::nullopt));
  machinery_.placeholder.hand_out(execution, weight);
  reduce(execution, weight, std::move(gradients));
  finish_successor(execution, weight);
}

void Layers::forget_inside(Execution& execution, std::size_t first, std::size_t last) {
  for (std::size_t position = first; position < last; ++position) {
    execution.calls.release(*std::exchange(activations_[position + 1], std::nullopt));
  }
}

void Layers::recompute(Execution& execution, std::size_t first, std::size_t last) {
  for (std::size_t position = first; position < last; ++position) {
    // A grouped chain leads to the block behind, which has been recomputed already.
    const std::optional<std::size_t> next = weight_at(position).next;
    const bool in_block = next && machinery_.weights[*next].module == weight_at(position).module;
    product(execution, position, Direction::recompute, in_block && position + 1 < last);
  }
}

}  // namespace fencepost::gtp

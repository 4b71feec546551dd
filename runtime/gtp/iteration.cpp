#include <fencepost/runtime/gtp/iteration.h>
#include <fencepost/runtime/gtp/iteration_end.h>

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <utility>

namespace fencepost::gtp {

Iteration::Iteration(Execution& execution, Machinery& machinery, std::vector<SchedulingDomain*> domains, Uses uses)
    : machinery_(machinery),
      domains_(std::move(domains)),
      layers_(machinery, std::move(uses), execution.calls.buffer("input", execution.configuration.activation_size()),
              false) {
  find_blocks();
}

void Iteration::find_blocks() {
  blocks_.clear();
  for (std::size_t position = 0; position < layers_.uses().size(); ++position) {
    const std::uint32_t module = machinery_.weights[layers_.uses()[position]].module;
    const bool continues = position > 0 && machinery_.weights[layers_.uses()[position - 1]].module == module;
    if (!continues) blocks_.push_back({position, position});
    blocks_.back().last = position;
  }
}

bool Iteration::change_order() {
  if (blocks_.size() < 2) return false;
  Uses uses = layers_.uses();
  std::ranges::rotate(uses, uses.begin() + static_cast<std::ptrdiff_t>(blocks_[1].first));
  layers_.reorder(std::move(uses));
  find_blocks();
  return true;
}

void Iteration::run(Execution& execution, std::uint32_t microbatches) {
  start_iteration(machinery_);
  for (std::uint32_t number = 0; number < microbatches; ++number) {
    microbatch(execution);
    finish_microbatch(execution, machinery_);
  }
  finish_iteration(execution, machinery_, domains_);
  check_gradients(execution, machinery_);
}

void Iteration::microbatch(Execution& execution) {
  const bool recompute = execution.configuration.recompute;
  for (const Block& block : blocks_) {
    for (std::size_t position = block.first; position <= block.last; ++position) layers_.forward(execution, position);
    if (recompute) layers_.forget_inside(execution, block.first, block.last);
  }
  layers_.loss(execution);
  for (const Block& block : std::views::reverse(blocks_)) {
    if (recompute) layers_.recompute(execution, block.first, block.last);
    for (std::size_t position = block.last + 1; position-- > block.first;) layers_.backward(execution, position);
  }
}

}  // namespace fencepost::gtp

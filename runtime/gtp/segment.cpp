#include <fencepost/runtime/gtp/segment.h>

namespace fencepost::gtp {

void Segment::forward(Execution& execution) {
  const std::size_t last = layers_.uses().size() - 1;
  for (std::size_t position = 0; position <= last; ++position) layers_.forward(execution, position);
  layers_.copy_output(execution, after_.activation);
  if (execution.configuration.recompute) layers_.forget_inside(execution, 0, last);
}

void Segment::backward(Execution& execution, const BufferHandle& output_gradient) {
  const std::size_t last = layers_.uses().size() - 1;
  if (execution.configuration.recompute) layers_.recompute(execution, 0, last);
  layers_.start_backward(execution, output_gradient);
  for (std::size_t position = last + 1; position-- > 0;) layers_.backward(execution, position);
  layers_.copy_input_gradient(execution, before_.gradient);
}

}  // namespace fencepost::gtp

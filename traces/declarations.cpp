#include <fencepost/traces/declarations.h>

#include <span>

namespace fencepost {

Declarations::Declarations() {
  create(Namespace::thread, main_thread.value, 0);
  create(Namespace::device, first_device.value, 0);
}

Declarations::State& Declarations::state(Namespace space, std::uint32_t index) {
  auto& states = states_[static_cast<std::uint8_t>(space)];
  if (index >= states.size()) states.resize(index + std::size_t{1});
  return states[index];
}

std::optional<std::uint32_t> Declarations::existing_since(Namespace space, std::uint32_t index) const {
  const auto& states = states_[static_cast<std::uint8_t>(space)];
  if (index >= states.size() || !states[index].exists) return std::nullopt;
  return states[index].line;
}

void Declarations::create(Namespace space, std::uint32_t index, std::uint32_t line) {
  State& created = state(space, index);
  created.exists = true;
  created.line = line;
  touch(space, index, true);
}

void Declarations::destroy(Namespace space, std::uint32_t index) {
  state(space, index).exists = false;
  touch(space, index, false);
}

void Declarations::set_buffer_size(std::uint32_t index, std::uint64_t bytes) {
  if (index >= buffer_sizes_.size()) buffer_sizes_.resize(index + std::size_t{1});
  buffer_sizes_[index] = bytes;
}

std::uint64_t Declarations::buffer_size(std::uint32_t index) const {
  return index < buffer_sizes_.size() ? buffer_sizes_[index] : 0;
}

void Declarations::begin_loop() { loops_.push_back({++loops_begun_, touches_.size()}); }

void Declarations::touch(Namespace space, std::uint32_t index, bool created) {
  if (loops_.empty()) return;
  State& touched = state(space, index);
  if (touched.last_loop == loops_.back().serial) return;
  touches_.push_back({space, created, index, touched.last_loop});
  touched.last_loop = loops_.back().serial;
}

std::vector<Declarations::LeftOver> Declarations::end_loop() {
  const Loop loop = loops_.back();
  loops_.pop_back();
  std::vector<LeftOver> left_over;
  for (const FirstTouch& touched : std::span(touches_).subspan(loop.first_touch)) {
    const State& now = state(touched.space, touched.index);
    if (touched.created && now.exists) left_over.push_back({touched.space, touched.index, now.line});
  }
  hand_touches_to_outer_loop(loop);
  return left_over;
}

void Declarations::hand_touches_to_outer_loop(const Loop& inner) {
  const std::uint32_t outer = loops_.empty() ? 0 : loops_.back().serial;
  std::size_t kept = inner.first_touch;
  for (std::size_t i = inner.first_touch; i < touches_.size(); ++i) {
    const FirstTouch touched = touches_[i];
    state(touched.space, touched.index).last_loop = outer;
    // What the outer loop had touched before is no first touch of it.
    if (outer != 0 && touched.earlier_loop != outer) touches_[kept++] = touched;
  }
  touches_.resize(kept);
}

}  // namespace fencepost

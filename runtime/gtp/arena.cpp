#include <fencepost/runtime/gtp/arena.h>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + 255) / 256 * 256; }

}  // namespace

void Arena::demand(std::uint32_t module, std::uint64_t bytes) {
  if (!made()) demands_[module] += aligned(bytes);
}

void Arena::make(Execution& execution) {
  if (made() || demands_.empty()) return;
  const std::size_t count = demands_.size() > 1 ? execution.configuration.arena_generations : 1;
  std::vector<std::uint64_t> sizes(count);
  std::size_t number = 0;
  for (const auto& [module, bytes] : demands_) {
    std::uint64_t& size = sizes[number++ % count];
    size = std::max(size, bytes);
  }
  for (std::size_t index = 0; index < count; ++index) {
    generations_.push_back({execution.calls.allocate(fmt::format("arena.{}", index),
                                                     std::max<std::uint64_t>(sizes[index], 512), execution.compute),
                            execution.calls.event(fmt::format("arena_used.{}", index))});
    execution.calls.record(generations_.back().used, execution.compute);
    execution.calls.synchronize(generations_.back().used);
  }
}

const Arena::Generation& Arena::generation(std::uint32_t module) const {
  const auto number = static_cast<std::size_t>(std::distance(demands_.begin(), demands_.find(module)));
  return generations_[number % generations_.size()];
}

void Arena::begin_graph(std::uint32_t module) {
  module_ = module;
  taken_ = 0;
  if (!made()) demands_.erase(module);
}

Scratch Arena::take(Execution& execution, std::uint64_t bytes) {
  Scratch scratch;
  scratch.buffer = generation(module_).memory;
  scratch.offset = taken_;
  scratch.bytes = bytes;
  scratch.origin = Origin::arena;
  scratch.home = execution.compute;
  taken_ += aligned(bytes);
  if (taken_ > demands_[module_]) execution.calls.fail(Failure::demand_not_met);
  return scratch;
}

void Arena::end_graph(Execution& execution) {
  if (made() && taken_ != demands_[module_]) execution.calls.fail(Failure::demand_not_met);
}

void Arena::await(Execution& execution, std::uint32_t module, StreamId stream) const {
  if (!demands_.contains(module) || !execution.holds(Rule::replay_waits_for_its_arena)) return;
  execution.calls.wait(generation(module).used, stream);
}

void Arena::mark_used(Execution& execution, std::uint32_t module, StreamId stream) const {
  if (demands_.contains(module)) execution.calls.record(generation(module).used, stream);
}

void Arena::clear(Execution& execution) {
  for (const Generation& generation : generations_) execution.calls.release(generation.memory);
  generations_.clear();
}

}  // namespace fencepost::gtp

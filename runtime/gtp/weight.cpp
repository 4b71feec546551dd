#include <fencepost/runtime/gtp/weight.h>

#include <utility>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

std::string_view name(Direction direction) {
  switch (direction) {
    case Direction::forward:
      return "forward";
    case Direction::backward:
      return "backward";
    case Direction::recompute:
      return "recompute";
  }
  return "";
}

}  // namespace

GatherState::GatherState(Execution& execution, std::string_view weight, Direction direction)
    : ready(execution, fmt::format("gathered.{}.{}", weight, name(direction))),
      done(execution.calls.event(fmt::format("gather_done.{}.{}", weight, name(direction)))) {}

Weight::Weight(Execution& execution, std::size_t number, std::string weight_name, SchedulingDomain& its_domain,
               bool is_graphed)
    : index(number),
      name(std::move(weight_name)),
      domain(its_domain),
      graphed(is_graphed),
      gather_sync(execution.calls.event(fmt::format("gather_sync.{}", name))),
      scatter_sync(execution.calls.event(fmt::format("scatter_sync.{}", name))),
      reduction_done(execution.calls.event(fmt::format("reduction_done.{}", name))),
      reduced(execution, fmt::format("reduced.{}", name)),
      gathers{GatherState(execution, name, Direction::forward), GatherState(execution, name, Direction::backward),
              GatherState()} {
  if (!graphed) added = Handoff(execution, fmt::format("added.{}", name));
  if (execution.configuration.recompute) {
    gather(Direction::recompute) = GatherState(execution, name, Direction::recompute);
  }
}

}  // namespace fencepost::gtp

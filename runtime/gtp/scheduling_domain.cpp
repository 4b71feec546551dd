#include <fencepost/runtime/gtp/scheduling_domain.h>

#include <fmt/format.h>

namespace fencepost::gtp {

SideStream::SideStream(Execution& execution, std::string_view name)
    : id_(execution.calls.stream(name)), joined_(execution.calls.event(fmt::format("joined.{}", name))) {}

void SideStream::fork(Execution& execution, EventId sync) {
  forked_ = true;
  execution.calls.record(sync, execution.compute);
  if (execution.holds(Rule::collectives_follow_their_writer)) execution.calls.wait(sync, id_);
}

void SideStream::join(Execution& execution, StreamId stream) {
  const bool foreign =
      !forked_ && (execution.phase != CapturePhase::local || execution.holds(Rule::capture_drains_its_own_streams));
  if (foreign) return;
  forked_ = false;
  if (execution.capturing() && !execution.holds(Rule::capture_joins_side_streams)) return;
  execution.calls.follow(stream, id_, joined_);
}

SchedulingDomain::SchedulingDomain(Execution& execution, std::string_view name, const Communicator& gathers,
                                   const Communicator& reduces)
    : gatherer(gathers),
      reducer(reduces),
      gather(execution, fmt::format("gather.{}", name)),
      scatter(execution, fmt::format("scatter.{}", name)) {}

}  // namespace fencepost::gtp

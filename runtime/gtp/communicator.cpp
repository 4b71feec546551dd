#include <fencepost/runtime/gtp/communicator.h>

#include <fmt/format.h>

namespace fencepost::gtp {

Communicator::Communicator(Execution& execution, std::string_view name, std::uint32_t ranks)
    : name_(name),
      id_(execution.calls.communicator(name, ranks)),
      library_(execution.calls.stream(fmt::format("nccl.{}", name))),
      issued_(execution.calls.event(fmt::format("issued.{}", name))) {}

void Communicator::issue(Execution& execution, OperationKind kind, std::string_view label, StreamId stream,
                         std::span<const Movement> movements, EventId done) const {
  Calls& calls = execution.calls;
  calls.follow(library_, stream, issued_);
  if (movements.size() > 1) calls.group_begin();
  for (const Movement& movement : movements) {
    calls.collective(kind, label, id_, library_).reads(movement.from).writes(movement.to);
  }
  if (movements.size() > 1) calls.group_end();
  calls.record(done, library_);
}

void Communicator::agree(Execution& execution) const {
  Calls& calls = execution.calls;
  calls.follow(library_, execution.compute, issued_);
  calls.collective(OperationKind::all_gather, fmt::format("agree.{}", name_), id_, library_);
  calls.synchronize(library_);
}

}  // namespace fencepost::gtp

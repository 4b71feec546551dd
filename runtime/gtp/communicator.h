#pragma once

/// NCCL's side of a process group: one communicator, one stream that the library owns.
///
/// A collective "issued on s" runs on the library's stream behind everything on s; its handle is an
/// event recorded after it. Waiting for the handle orders a stream and blocks no host thread.

#include <fencepost/runtime/gtp/execution.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fencepost::gtp {

/// One collective of a batch: what it reads and what it writes.
struct Movement {
  Range from;
  Range to;
};

class Communicator {
 public:
  Communicator(Execution& execution, std::string_view name, std::uint32_t ranks);

  /// Issues `movements` behind `stream`, as one group when there are several; `done` is recorded
  /// after them.
  void issue(Execution& execution, OperationKind kind, std::string_view label, StreamId stream,
             std::span<const Movement> movements, EventId done) const;
  /// What registering memory by a collective would do: a collective without data, which the host waits for.
  void agree(Execution& execution) const;
  void destroy(Execution& execution) const { execution.calls.destroy(id_); }

  [[nodiscard]] CommunicatorId id() const { return id_; }
  /// The stream that the library runs collectives on.
  [[nodiscard]] StreamId library_stream() const { return library_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
  CommunicatorId id_;
  StreamId library_;
  EventId issued_;
};

}  // namespace fencepost::gtp

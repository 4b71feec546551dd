#pragma once

/// Host calls that could have ordered something, in the order in which they were made.
///
/// The graph of causes knows what is ordered. What somebody *meant* to order shows in the calls:
/// the wait that was bound to a record one line too early, or made on another stream. Inside a
/// capture internal records and waits leave nothing but edges, so the calls are kept themselves.

#include <fencepost/model/submission.h>
#include <fencepost/traces/operation.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace fencepost::checker {

/// When a call was made: its number among all calls, and for a node of a launch also the number of
/// the call that captured the node.
struct CallTime {
  std::uint64_t call = 0;
  std::uint64_t captured = 0;

  friend constexpr auto operator<=>(const CallTime&, const CallTime&) = default;
};

/// A record, a wait, or a synchronisation of the host.
struct OrderingCall {
  OperationKind kind = OperationKind::record;  ///< record, wait, query_* (answered yes) or synchronize_*
  CallTime time;
  std::uint32_t line = 0;
  StreamId stream;  ///< of the record or wait; of synchronize_stream what is waited for
  ThreadId thread;
  EventId event;
  bool external = false;
  bool captured = false;  ///< made on a capturing stream
  bool refused = false;   ///< had no effect
  /// Of waits: the record that was the event's newest, as an index into the log.
  std::optional<std::size_t> bound;
};

/// Collects ordering calls. The player of a schedule tells it about every operation.
class CallLog {
 public:
  /// The operation about to be played gets the next number.
  void begin(const Operation& operation);
  /// It was played: whether it was refused, and whether it reached the device at once.
  void end(const Operation& operation, bool refused, bool submitted, std::optional<bool> ready);
  /// While an operation is played: it launched `plan`, or it gave `plan` its final form.
  void launched(const model::Submission& launch);
  void finished(const model::GraphPlan& plan);

  [[nodiscard]] std::span<const OrderingCall> calls() const { return calls_; }
  /// The number of the operation being played, from 1 on.
  [[nodiscard]] std::uint64_t now() const { return now_; }
  /// When the call was made that put `node` into the graph `capture`.
  [[nodiscard]] std::uint64_t captured_at(model::CaptureId capture, model::NodeIndex node) const;

 private:
  void add(OrderingCall call);

  std::uint64_t now_ = 0;
  std::size_t live_captures_ = 0;
  std::vector<OrderingCall> calls_;
  std::unordered_map<std::uint32_t, std::uint64_t> last_call_of_line_;  // calls that may become nodes
  std::unordered_map<EventId, std::size_t> newest_record_;
  std::vector<std::vector<std::uint64_t>> captured_at_;  // by capture, then node
};

}  // namespace fencepost::checker

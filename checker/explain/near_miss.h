#pragma once

/// How close two unordered executions came to being ordered, judged from the host's calls.

#include <fencepost/checker/explain/call_log.h>
#include <fencepost/checker/hazard.h>

namespace fencepost::checker {

/// When and where one end of an unordered pair was called.
struct CallSite {
  CallTime time;
  StreamId stream;  ///< none on the host
  ThreadId thread;
};

struct NearMissFinding {
  NearMiss kind = NearMiss::missing_edge;
  std::uint32_t line = 0;         ///< the wait that nearly did it; 0: there is none
  std::uint32_t record_line = 0;  ///< the record that wait was bound to, or that nobody waited for
  EventId event;

  friend bool operator==(const NearMissFinding&, const NearMissFinding&) = default;
};

/// What somebody did after `first` that could have ordered `second` behind it and does not. Looks
/// only at calls made between the two; a wait made before `first` cannot have been meant for it.
/// The nearest wait is named; a wrong event counts as nearer than a wrong stream, and that as nearer
/// than an event that was never recorded.
NearMissFinding near_miss(std::span<const OrderingCall> calls, const CallSite& first, const CallSite& second);

/// Whether the calls themselves, taken at face value, order `second` behind `first`. For two nodes
/// captured into different graphs this says that only their captures were ordered.
bool calls_order(std::span<const OrderingCall> calls, const CallSite& first, const CallSite& second);

}  // namespace fencepost::checker

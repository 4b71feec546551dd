#include <fencepost/checker/explain/near_miss.h>

#include <algorithm>
#include <map>
#include <ranges>

namespace fencepost::checker {

namespace {

/// A stream, or the host thread when there is none.
struct Queue {
  StreamId stream;
  ThreadId thread;

  friend auto operator<=>(const Queue&, const Queue&) = default;
};

Queue queue_of(const CallSite& site) { return site.stream.exists() ? Queue{site.stream, {}} : Queue{{}, site.thread}; }

bool blocks_a_stream(const OrderingCall& call) {
  return call.kind == OperationKind::record || call.kind == OperationKind::wait;
}

Queue queue_of(const OrderingCall& call) {
  return blocks_a_stream(call) ? Queue{call.stream, {}} : Queue{{}, call.thread};
}

/// Whether a wait gives the order it asks for. A captured record and a wait of one capture do, unless
/// one of them is external (rows E01, E02); a captured record gives nobody else anything.
bool gives_order(const OrderingCall& wait, const OrderingCall& record) {
  return !wait.refused && (!record.captured || (!record.external && !wait.external));
}

/// An external record that no launch has performed, asked for by a call that is no node itself.
bool is_of_unlaunched_graph(const OrderingCall& record, const OrderingCall& wait) {
  return record.captured && record.external && !wait.external;
}

/// Which calls the past of a site holds, found by going through the calls from the last to the
/// first: up to which time each queue belongs to it.
class PastOfSite {
 public:
  explicit PastOfSite(const CallSite& site) {
    extend(queue_of(site), site.time);
    extend({{}, site.thread}, site.time);
  }

  [[nodiscard]] bool holds(const Queue& queue, const CallTime& time) const {
    const auto until = until_.find(queue);
    return time < everything_until_ || (until != until_.end() && time < until->second);
  }

  /// `call` lies in the past: what it waited for does too, and what its thread did before it.
  void add(const OrderingCall& call, std::span<const OrderingCall> calls) {
    extend({{}, call.thread}, call.time);
    if (call.refused) {
      return;
    }
    if (call.bound && gives_order(call, calls[*call.bound])) {
      extend({calls[*call.bound].stream, {}}, calls[*call.bound].time);
    } else if (call.kind == OperationKind::synchronize_stream || call.kind == OperationKind::query_stream) {
      extend({call.stream, {}}, call.time);
    } else if (call.kind == OperationKind::synchronize_device) {
      everything_until_ = std::max(everything_until_, call.time);
    }
  }

 private:
  void extend(const Queue& queue, const CallTime& time) {
    CallTime& until = until_[queue];
    until = std::max(until, time);
  }

  std::map<Queue, CallTime> until_;
  CallTime everything_until_;
};

/// What one walk found, the nearest of each kind.
class NearMisses {
 public:
  void note(NearMiss kind, const OrderingCall* wait, const OrderingCall* record) {
    NearMissFinding finding{kind, wait != nullptr ? wait->line : 0, record != nullptr ? record->line : 0,
                            wait != nullptr ? wait->event : record->event};
    found_.try_emplace(kind, finding);
  }

  [[nodiscard]] NearMissFinding nearest() const {
    constexpr NearMiss by_nearness[] = {NearMiss::captured_only_fence, NearMiss::stale_external,
                                        NearMiss::stale_record,        NearMiss::wrong_stream,
                                        NearMiss::unrecorded_event,    NearMiss::missing_edge};
    for (const NearMiss kind : by_nearness) {
      if (const auto found = found_.find(kind); found != found_.end()) {
        return found->second;
      }
    }
    return {};
  }

 private:
  std::map<NearMiss, NearMissFinding> found_;
};

/// What a wait in the past of the second site tells about an edge from `first`.
void judge_own_wait(const OrderingCall& wait, std::span<const OrderingCall> calls, const CallSite& first,
                    NearMisses& found) {
  if (!wait.event.exists()) {
    return;
  }
  const OrderingCall* record = wait.bound ? &calls[*wait.bound] : nullptr;
  if (wait.refused) {
    if (record != nullptr && record->captured) {
      found.note(NearMiss::captured_only_fence, &wait, record);
    }
  } else if (record == nullptr || is_of_unlaunched_graph(*record, wait)) {
    found.note(NearMiss::unrecorded_event, &wait, nullptr);
  } else if (record->stream == first.stream) {
    if (record->time < first.time) {
      found.note(NearMiss::stale_record, &wait, record);
    } else if (!gives_order(wait, *record)) {
      found.note(wait.external ? NearMiss::stale_external : NearMiss::unrecorded_event, &wait, record);
    }
  }
}

}  // namespace

NearMissFinding near_miss(std::span<const OrderingCall> calls, const CallSite& first, const CallSite& second) {
  PastOfSite past(second);
  NearMisses found;
  for (const OrderingCall& call : std::views::reverse(calls)) {
    if (call.time <= first.time) {
      break;
    }
    const bool is_record = call.kind == OperationKind::record;
    if (past.holds(queue_of(call), call.time)) {
      if (!is_record) {
        judge_own_wait(call, calls, first, found);
      }
      past.add(call, calls);
      continue;
    }
    if (call.time >= second.time || call.refused) {
      continue;
    }
    const OrderingCall* record = is_record ? &call : call.bound ? &calls[*call.bound] : nullptr;
    if (record == nullptr || record->stream != first.stream || record->time < first.time) {
      continue;
    }
    found.note(is_record ? NearMiss::missing_edge : NearMiss::wrong_stream, is_record ? nullptr : &call, record);
  }
  return found.nearest();
}

bool calls_order(std::span<const OrderingCall> calls, const CallSite& first, const CallSite& second) {
  PastOfSite past(second);
  for (const OrderingCall& call : std::views::reverse(calls)) {
    if (call.time <= first.time) {
      break;
    }
    if (past.holds(queue_of(call), call.time)) {
      past.add(call, calls);
    }
  }
  return past.holds(queue_of(first), first.time);
}

}  // namespace fencepost::checker

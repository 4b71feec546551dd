#pragma once

/// One operation being written in C++: `issuer.kernel("gemm", main).reads(x).writes(y).time(40us);`
///
/// A call is submitted once: when its outcome is asked for, or else at the end of the full
/// expression that made it. Never keep one in a variable beyond that.

#include <fencepost/traces/buffer_handle.h>
#include <fencepost/traces/device.h>
#include <fencepost/traces/draft.h>

#include <chrono>
#include <concepts>
#include <optional>
#include <utility>

namespace fencepost {

class Issuer;

/// What all calls have in common. Neither copied nor moved: it is submitted exactly once.
class Call {
 public:
  Call(Issuer& issuer, Draft draft) : issuer_(issuer), draft_(std::move(draft)) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() { outcome(); }

  /// Submits the call, if it has not been, and returns what the device answered.
  Outcome outcome();
  operator Outcome() { return outcome(); }  // NOLINT(google-explicit-constructor)

 protected:
  [[nodiscard]] Draft& draft() { return draft_; }

 private:
  Issuer& issuer_;
  Draft draft_;
  std::optional<Outcome> outcome_;
};

/// A kernel, a collective, a host function, a node: work that touches memory. Which of these
/// arguments a statement takes is in docs/trace-format.md; others are dropped when it is printed.
class Work : public Call {
 public:
  using Call::Call;

  template <std::convertible_to<Range>... Ranges>
  Work& reads(const Ranges&... ranges) {
    return touches(AccessMode::read, ranges...);
  }
  template <std::convertible_to<Range>... Ranges>
  Work& writes(const Ranges&... ranges) {
    return touches(AccessMode::write, ranges...);
  }
  template <std::convertible_to<Range>... Ranges>
  Work& updates(const Ranges&... ranges) {
    return touches(AccessMode::update, ranges...);
  }
  template <std::convertible_to<Range>... Ranges>
  Work& atomics(const Ranges&... ranges) {
    return touches(AccessMode::atomic, ranges...);
  }
  Work& touches(AccessMode mode, const std::convertible_to<Range> auto&... ranges) {
    (add(mode, ranges), ...);
    return *this;
  }
  /// How long it takes on the device.
  Work& time(std::chrono::nanoseconds duration) {
    draft().detail.time = duration;
    return *this;
  }
  /// Programmatic stream serialisation: it may start before its predecessor has ended.
  Work& early() {
    draft().operation.flags.early = true;
    return *this;
  }

 private:
  void add(AccessMode mode, const Range& range) {
    draft().accesses.push_back({range.buffer, mode, range.version, range.bytes.lo, range.bytes.hi});
  }
};

/// A copy or a fill.
class Transfer : public Call {
 public:
  using Call::Call;

  /// The call without "Async" in its name.
  Transfer& synchronous() {
    draft().operation.flags.synchronous = true;
    return *this;
  }
  Transfer& time(std::chrono::nanoseconds duration) {
    draft().detail.time = duration;
    return *this;
  }
};

/// A record of an event, or a wait for one.
class EventCall : public Call {
 public:
  using Call::Call;

  /// cudaEventRecordExternal, cudaEventWaitExternal.
  EventCall& external() {
    draft().operation.flags.external = true;
    return *this;
  }
};

/// A query of an event or a stream.
class Query : public Call {
 public:
  using Call::Call;

  /// What the program saw.
  Query& ready(bool answer) {
    draft().detail.ready = answer;
    return *this;
  }
};

}  // namespace fencepost

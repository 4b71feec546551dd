#pragma once

/// How the engine issues operations: an `Issuer` that stops at the first failure and gives buffers
/// that come and go their names.

#include <fencepost/runtime/gtp/unwinding_device.h>
#include <fencepost/traces/issuer.h>

#include <cstdint>
#include <set>
#include <string_view>

namespace fencepost::gtp {

/// A base of `Calls`, so that it exists before the issuer does.
struct CallsStorage {
  UnwindingDevice unwinding;
};

class Calls : private CallsStorage, public Issuer {
 public:
  /// Both must outlive it.
  Calls(Device& device, Names& names)
      : CallsStorage{UnwindingDevice(device)}, Issuer(unwinding, names), names_(names) {}

  /// Without a pool: the pool of the capture that `stream` is in, else the default caching pool.
  /// The buffer is called `name`, or `name.2`, … while others of that name live.
  BufferHandle allocate(std::string_view name, std::uint64_t bytes, StreamId stream, PoolId pool = {});
  void release(BufferId buffer);
  /// What `stream` does next starts after what `before` has been given so far; `event` is recorded.
  void follow(StreamId stream, StreamId before, EventId event);

  void fail(Failure failure) { unwinding.fail(failure); }
  [[nodiscard]] std::optional<Failure> failure() const { return unwinding.failure(); }
  [[nodiscard]] Status status() const { return unwinding.status(); }

 private:
  Names& names_;
  std::set<BufferId> live_;  ///< allocated and not yet released
};

}  // namespace fencepost::gtp

#pragma once

/// The buffer manager under test: a ring of staging buffers between a compute and a copy stream.
///
/// `take` gives the next buffer to the compute stream; `send` hands it to the copy stream, which reads
/// it. A buffer comes round again after `slots` takes, and must then wait for its last copy.

#include <fencepost/traces/issuer.h>

#include <cstddef>
#include <cstdint>
#include <vector>

class StagingRing {
 public:
  /// `waits_for_last_copy` is the rule that the suite guards; a ring without it has a bug.
  StagingRing(fencepost::Issuer& issuer, std::size_t slots, std::uint64_t bytes, bool waits_for_last_copy);

  /// The next buffer; `compute` may write it.
  fencepost::BufferHandle take(fencepost::StreamId compute);
  /// The buffer that was taken last is complete on `compute`; `copier` reads it.
  void send(fencepost::StreamId compute, fencepost::StreamId copier, const fencepost::Range& to);

 private:
  struct Slot {
    fencepost::BufferHandle buffer;
    fencepost::EventId filled;
    fencepost::EventId copied;
    bool in_use = false;
  };

  fencepost::Issuer& issuer_;
  std::vector<Slot> slots_;
  std::size_t next_ = 0;
  bool waits_for_last_copy_;
};

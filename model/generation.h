#pragma once

/// Who owned which bytes, from when to when.

#include <fencepost/model/submission.h>

namespace fencepost::model {

/// One tenure of bytes by one tensor. Lines are one-based; 0 means "not yet" (release) or "from the
/// start" (a static buffer).
struct Generation {
  BufferId buffer;
  WindowId window;  ///< of a registered window: the registration, not the bytes
  PoolId pool;      ///< none for static buffers
  PoolKind pool_kind = PoolKind::caching;
  MemoryKind memory = MemoryKind::device;
  bool pooled = false;  ///< false for static buffers
  /// The bytes come from a graph's private pool. A scratch pool takes fresh blocks from the private
  /// pool of the capture that is live on the stream, and from the caching pool otherwise.
  bool graph_memory = false;
  bool deferred = false;     ///< freed, and its pool waits for recorded streams before it hands the bytes out
  bool unmapped = false;     ///< ended by `unmap`: its addresses have no memory behind them
  bool initialised = false;  ///< static buffers hold data from the start
  RegionId region;
  std::uint64_t lo = 0;  ///< relative to the region
  std::uint64_t hi = 0;
  StreamId home_stream;
  CaptureId capture;  ///< the capture that was live on the home stream when it was allocated
  std::uint32_t allocate_line = 0;
  std::uint32_t release_line = 0;
  ExecutionId allocated_at = 0;  ///< the hand-over's execution
  ExecutionId released_at = 0;   ///< the release's execution; 0 while it lives
  CaptureId released_in;         ///< the capture live on the home stream at release, if any
  GenerationId previous;         ///< whose bytes (the lowest of them) these were before; none if fresh

  [[nodiscard]] bool alive() const { return released_at == 0; }
};

}  // namespace fencepost::model

#pragma once

/// One host call (or host action) of a schedule.
///
/// An `Operation` is a cheap view: its spans and pointers refer to storage owned by a `Schedule`, a
/// chunk of a reader, or the caller of `Device::submit`, and are valid only as long as that. It
/// compares by content where a test needs it (`same_content`); the source line is not content.

#include <fencepost/traces/ids.h>
#include <fencepost/traces/status.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fencepost {

/// What the operation is. The comment gives its statement in the trace language
/// (docs/trace-format.md) and, where it has one, the call it stands for.
enum class OperationKind : std::uint8_t {
  // Declarations: each is also the creating call, at its place in issue order.
  create_device,        // device D
  create_thread,        // thread T
  create_stream,        // stream S kind=…               cudaStreamCreateWithFlags
  create_event,         // event E                       cudaEventCreateWithFlags
  create_buffer,        // buffer B SIZE memory=…        live and initialised from the start
  create_pool,          // pool P kind=…
  create_communicator,  // communicator C ranks=N        ncclCommInitRank
  create_signal,        // signal X                      (host synchronisation)
  create_barrier,       // barrier X threads=N
  create_mutex,         // mutex X
  create_graph,         // graph G                       cudaGraphCreate

  // Work on a stream.
  kernel,         // kernel NAME stream=S reads=… writes=… updates=… atomics=…
  copy,           // copy NAME stream=S from=… to=… [sync]
  fill,           // fill NAME stream=S to=… [sync]
  host_function,  // host_function NAME stream=S …       cudaLaunchHostFunc
  all_reduce,     // all_reduce NAME communicator=C stream=S reads=… writes=…
  all_gather,
  reduce_scatter,
  all_to_all,
  broadcast,
  reduce,
  send,
  receive,
  group_begin,  // group_begin                           ncclGroupStart
  group_end,    // group_end                             ncclGroupEnd
  write_value,  // write_value NAME stream=S to=… value=N
  wait_value,   // wait_value NAME stream=S from=… value=N

  // The host touches memory.
  host_access,  // host NAME reads=… writes=… atomics=…

  // Events and synchronisation.
  record,              // record E stream=S [external]
  wait,                // wait E stream=S [external]
  query_event,         // query event E [ready=yes|no]
  query_stream,        // query stream S [ready=yes|no]
  synchronize_event,   // synchronize event E
  synchronize_stream,  // synchronize stream S
  synchronize_device,  // synchronize device [D]

  // Host threads.
  start_thread,  // start T
  join_thread,   // join T
  notify,        // notify X
  await,         // await X
  arrive,        // arrive X
  lock,          // lock X
  unlock,        // unlock X

  // Memory.
  allocate,           // alloc B SIZE [pool=P] [stream=S]
  release,            // free B [stream=S]
  record_stream,      // record_stream B stream=S
  trim,               // trim P                           empty_cache / cudaMemPoolTrimTo
  register_window,    // register_window W buffer=B communicator=C
  deregister_window,  // deregister_window W
  unmap,              // unmap B
  map,                // map B

  // Stream capture.
  begin_capture,          // begin_capture G stream=S [mode=M] [pool=P]
  end_capture,            // end_capture G [stream=S]
  exchange_capture_mode,  // capture_mode M              cudaThreadExchangeStreamCaptureMode
  update_dependencies,    // update_dependencies stream=S nodes=…

  // Graphs.
  add_node,         // node NAME graph=G …
  add_edge,         // edge A B graph=G
  add_child,        // child NAME graph=G from=H [move]
  add_conditional,  // conditional NAME graph=G from=H
  instantiate,      // instantiate X from=G [auto_free]
  update,           // update X from=G
  update_node,      // update_node X node=NAME …
  enable_node,      // enable_node X node=NAME
  disable_node,     // disable_node X node=NAME
  upload,           // upload X stream=S
  launch,           // launch X stream=S
  retain_object,    // retain_object X [buffer=B]        cudaGraphRetainUserObject

  // Destruction.
  destroy_stream,        // destroy stream S
  destroy_event,         // destroy event E
  destroy_graph,         // destroy graph G
  destroy_executable,    // destroy executable X
  destroy_communicator,  // destroy communicator C

  // Loops. A `Device` never sees these: the player unrolls them.
  repeat_begin,  // repeat N|forever {
  repeat_end,    // }
};
inline constexpr std::uint8_t operation_kind_count = static_cast<std::uint8_t>(OperationKind::repeat_end) + 1;

/// How an access touches its bytes. `update` reads and writes; `atomic` updates commute with one
/// another and conflict with everything else.
enum class AccessMode : std::uint8_t { read, write, update, atomic };

constexpr bool reads(AccessMode mode) { return mode != AccessMode::write; }
constexpr bool writes(AccessMode mode) { return mode != AccessMode::read; }

/// Bytes [lo, hi) of a buffer, touched in one mode.
struct Access {
  BufferId buffer;
  AccessMode mode = AccessMode::read;
  /// `x@2`: the value meant is the one left by the second launch that wrote it (definitions.md 15).
  /// Zero: the value in issue order is meant.
  std::uint32_t version = 0;
  std::uint64_t lo = 0;  ///< first byte, relative to the buffer
  std::uint64_t hi = 0;  ///< one past the last byte; never below `lo`

  friend bool operator==(const Access&, const Access&) = default;
};

enum class StreamKind : std::uint8_t { nonblocking, blocking, legacy, per_thread };
enum class CaptureMode : std::uint8_t { global, thread_local_mode, relaxed };
enum class PoolKind : std::uint8_t { caching, private_pool, scratch, registered, async, graph_memory, raw, pinned };
enum class MemoryKind : std::uint8_t { device, pinned, pageable, mapped, managed };
enum class CommunicatorProfile : std::uint8_t { nccl, nccl_no_mixing, rccl, loopback };
enum class AllocatorProfile : std::uint8_t { torch_2_11, torch_main };

/// Independent yes/no arguments.
struct OperationFlags {
  bool external : 1 = false;     ///< cudaEventRecordExternal / cudaEventWaitExternal
  bool synchronous : 1 = false;  ///< `sync`: the call without "Async" in its name
  bool auto_free : 1 = false;    ///< cudaGraphInstantiateFlagAutoFreeOnLaunch
  bool move : 1 = false;         ///< ownership of a child graph is transferred
  bool early : 1 = false;        ///< programmatic stream serialisation (early launch)
  /// Of a pool: PyTorch's allocator option of this name (docs/trace-format.md).
  bool graph_capture_record_stream_reuse : 1 = false;

  friend bool operator==(const OperationFlags&, const OperationFlags&) = default;
};

/// Arguments that few operations carry. Defaults mean "not given"; which fields an operation may
/// carry is listed in docs/trace-format.md.
struct Detail {
  // Where things live.
  DeviceId device;
  PoolId pool;
  std::optional<std::uint64_t> address;  ///< `at=`: where a recorded program really had it
  std::uint64_t size = 0;                ///< bytes

  // Second operands.
  GraphId graph;                ///< `from=` of instantiate, update, child, conditional
  CommunicatorId communicator;  ///< of collectives and windows
  BufferId buffer;              ///< of windows and user objects
  LabelId node;                 ///< `node=` of per-node updates; the head of an edge
  std::uint64_t count = 0;      ///< ranks of a communicator, threads of a barrier, a value
  std::int32_t priority = 0;    ///< of a stream

  // Kinds.
  StreamKind stream_kind = StreamKind::nonblocking;
  MemoryKind memory = MemoryKind::device;
  PoolKind pool_kind = PoolKind::caching;
  CaptureMode capture_mode = CaptureMode::global;
  CommunicatorProfile communicator_profile = CommunicatorProfile::nccl;
  AllocatorProfile allocator_profile = AllocatorProfile::torch_2_11;

  std::optional<bool> ready;              ///< `ready=yes|no`: what the query answered
  std::chrono::nanoseconds time{0};       ///< `time=`: how long the work takes
  std::optional<Status> expected_status;  ///< `expect=`: what the call must return
  std::string annotation;                 ///< `note="…"`: free text, kept through a round trip

  friend bool operator==(const Detail&, const Detail&) = default;
};

/// The detail of an operation that carries none.
const Detail& no_detail();

struct Operation {
  OperationKind kind = OperationKind::kernel;
  OperationFlags flags;
  ThreadId thread = main_thread;  ///< the host thread that issues it
  StreamId stream;                ///< none where the operation has no stream
  /// What it is about, an index into the namespace its kind implies; read it through the typed
  /// accessors below. None for work, which is named by its label; of the nodes and edges of an
  /// explicit graph it is that graph.
  std::uint32_t object = Id<void>::none_value;
  LabelId label;
  std::uint32_t line = 0;  ///< one-based line of the trace; 0 when there is no text
  /// Reads first, then writes, updates and atomics. A copy has one read and one write.
  std::span<const Access> accesses;
  const Detail* detail = &no_detail();  ///< never null

  [[nodiscard]] DeviceId device() const { return DeviceId{object}; }
  [[nodiscard]] ThreadId other_thread() const { return ThreadId{object}; }
  [[nodiscard]] StreamId created_stream() const { return StreamId{object}; }
  [[nodiscard]] EventId event() const { return EventId{object}; }
  [[nodiscard]] BufferId buffer() const { return BufferId{object}; }
  [[nodiscard]] PoolId pool() const { return PoolId{object}; }
  [[nodiscard]] CommunicatorId communicator() const { return CommunicatorId{object}; }
  [[nodiscard]] GraphId graph() const { return GraphId{object}; }
  [[nodiscard]] ExecutableId executable() const { return ExecutableId{object}; }
  [[nodiscard]] WindowId window() const { return WindowId{object}; }
  [[nodiscard]] SignalId signal() const { return SignalId{object}; }
  [[nodiscard]] BarrierId barrier() const { return BarrierId{object}; }
  [[nodiscard]] MutexId mutex() const { return MutexId{object}; }
};

/// Whether two operations mean the same; ids are compared as numbers, lines are not compared.
bool same_content(const Operation& a, const Operation& b);

/// Collectives: `all_reduce` … `receive`.
constexpr bool is_collective(OperationKind kind) {
  return kind >= OperationKind::all_reduce && kind <= OperationKind::receive;
}
/// Work that a stream executes and that may touch memory: kernels, copies, fills, host functions,
/// collectives and value operations.
constexpr bool is_stream_work(OperationKind kind) {
  return kind >= OperationKind::kernel && kind <= OperationKind::wait_value && kind != OperationKind::group_begin &&
         kind != OperationKind::group_end;
}

}  // namespace fencepost

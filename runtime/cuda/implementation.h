#pragma once

/// The inside of `cuda::Device`; nothing else includes this. Needs the CUDA runtime.

#include <fencepost/runtime/cuda/device.h>
#include <fencepost/runtime/cuda/host_thread.h>
#include <fencepost/runtime/cuda/loopback.h>
#include <fencepost/runtime/cuda/real_communicators.h>
#include <fencepost/runtime/cuda/task_maker.h>
#include <fencepost/runtime/cuda/workspace.h>

#include <atomic>
#include <cassert>
#include <deque>
#include <map>
#include <mutex>
#include <set>

#include <cuda_runtime_api.h>

namespace fencepost::cuda {

/// A task that CUDA runs on the host; it must stay where it is while a graph may run it.
struct HostTask {
  Task task;
  Tables tables;
};

class Device::Implementation {
 public:
  Implementation(Workspace& workspace, Authors& authors, const Coordinates& coordinates, DeviceSettings settings);
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation();

  Outcome submit(const Operation& operation);
  bool await(const Progress& progress);
  bool await_idle();
  bool await_eager_work();
  [[nodiscard]] DeviceProgress progress() const;

  Allocation next_allocation;
  std::vector<PlacedBlock> driver_blocks;
  std::vector<PlayedCommunicator> played_communicators;
  std::string not_played;
  std::string not_rebuilt;
  std::optional<StickyError> sticky_error;
  DigestLog device_log;
  std::uint64_t device_log_size = 0;
  DigestLog host_log;
  std::vector<LogEntry> host_entries;

 private:
  /// Work that was enqueued, and what stands before it on its stream.
  struct Issued {
    Progress work;
    std::vector<WaitBefore> waits;
  };
  struct Stream {
    cudaStream_t handle = nullptr;
    bool alive = false;
    StreamKind kind = StreamKind::nonblocking;
    std::vector<Issued> issued;
    std::vector<WaitBefore> waits;  // since the newest work
  };
  struct Record {
    std::uint32_t line = 0;
    StreamId stream;
  };
  /// A kernel node of a graph, as statements about an executable name it.
  struct Node {
    cudaGraphNode_t handle = nullptr;
    AuthorId author = initial_contents;  // as signed for the executable
  };
  struct Executable {
    cudaGraphExec_t handle = nullptr;
    std::vector<AuthorId> authors;
    std::set<AuthorId> distinct_authors;
    std::map<LabelId, Node> nodes;  // the newest of each label
    std::set<AuthorId> disabled;
  };
  /// A block that the driver placed.
  struct BlockInOrder {
    void* memory = nullptr;
    StreamId home;
    bool alive = false;
  };
  /// A collective between `group_begin` and `group_end`.
  struct Grouped {
    Operation operation;
    std::vector<Access> accesses;
    Detail detail;
  };
  struct Group {
    std::uint32_t depth = 0;
    std::vector<Grouped> members;
  };
  struct RealCommunicator {
    CommunicatorNumber number = 0;
    std::uint64_t ranks = 1;
  };

  Outcome dispatch(const Operation& operation);
  Outcome dispatch_memory(const Operation& operation);
  Outcome dispatch_graph(const Operation& operation);

  // Streams and events.
  Outcome create_stream(const Operation& operation);
  Outcome destroy_stream(const Operation& operation);
  Outcome create_event(const Operation& operation);
  Outcome destroy_event(const Operation& operation);
  Outcome record(const Operation& operation);
  Outcome wait(const Operation& operation);
  Outcome query(const Operation& operation);
  Outcome synchronize(const Operation& operation);

  // Work.
  Outcome kernel(const Operation& operation);
  Outcome copy(const Operation& operation);
  Outcome fill(const Operation& operation);
  Outcome host_function(const Operation& operation);
  Outcome host_access(const Operation& operation);
  Outcome collective(const Operation& operation);
  // Collectives: on a real communicator or on a loopback one, one by one or as a group.
  Outcome create_communicator(const Operation& operation);
  Outcome destroy_communicator(const Operation& operation);
  Outcome collective_now(const Operation& operation);
  Outcome on_loopback(const Operation& operation, LoopbackCommunicator& communicator, Stream& stream);
  Outcome on_real(const Operation& operation, const RealCommunicator& communicator, Stream& stream);
  Outcome begin_group(const Operation& operation);
  Outcome end_group(const Operation& operation);
  cudaError_t join(std::span<const StreamId> streams);
  cudaEvent_t private_event();
  Outcome register_window(const Operation& operation);
  Outcome deregister_window(const Operation& operation);
  /// Enqueues the task as work of `operation`, eager or captured.
  cudaError_t enqueue(const Operation& operation, Task& task, Stream& stream);
  cudaError_t copy_synchronously(const WordRange& from, const WordRange& to, const Operation& operation,
                                 Stream& stream);
  /// The author of the next work like `operation` on `stream`.
  AuthorId next_author(const Operation& operation, CaptureNumber capture);
  /// Sleeps beside work that cannot sleep itself, when the plan says so.
  cudaError_t pause(AuthorId author, Moment moment, cudaStream_t stream);
  void note_issued(Stream& stream, std::span<const AuthorId> authors);
  void note_wait(Stream& stream, const Operation& operation);

  // Memory.
  Outcome create_pool(const Operation& operation);
  Outcome trim(const Operation& operation);
  Outcome place(const Operation& operation);
  Outcome allocate(const Operation& operation);
  Outcome allocate_in_order(const Operation& operation);
  Outcome release(const Operation& operation);
  Outcome release_in_order(const Operation& operation);
  void free_what_is_left();

  // Captures and graphs.
  Outcome begin_capture(const Operation& operation);
  Outcome end_capture(const Operation& operation);
  Outcome exchange_capture_mode(const Operation& operation);
  Outcome instantiate(const Operation& operation);
  Outcome update(const Operation& operation);
  Outcome launch(const Operation& operation);
  Outcome destroy_graph(const Operation& operation);
  Outcome destroy_executable(const Operation& operation);
  Outcome update_dependencies(const Operation& operation);

  // Graphs built node by node, and changes of single nodes.
  Outcome dispatch_node(const Operation& operation);
  Outcome create_graph(const Operation& operation);
  Outcome add_node(const Operation& operation);
  Outcome add_edge(const Operation& operation);
  Outcome add_child(const Operation& operation);
  Outcome update_node(const Operation& operation);
  Outcome set_node_enabled(const Operation& operation, bool enabled);
  /// The node of an executable that `node=` names; null (and `not_played`) when it is no kernel of its own.
  const Node* named_node(const Executable& executable, LabelId label);

  /// Makes the nodes of `graph` write as authors of `executable`, with room in the log.
  cudaError_t sign(cudaGraph_t graph, ExecutableId executable);
  cudaError_t sign_node(cudaGraphNode_t node, ExecutableId executable);
  cudaError_t sign_kernel(cudaGraphNode_t node, ExecutableId executable);
  cudaError_t sign_host_node(cudaGraphNode_t node, ExecutableId executable);
  cudaError_t sign_child(cudaGraphNode_t node, ExecutableId executable);
  void sign_task(Task& task, ExecutableId executable, bool on_host);
  void abandon_captures();

  /// Gives the author its row in the tables; false (and `not_played`) when there is no room.
  bool admit(AuthorId author);
  /// Finds room in a log for executions of the task's author.
  void log_on_device(Task& task, std::uint32_t first_execution, std::uint32_t executions);
  void log_on_host(Task& task, std::uint32_t first_execution, std::uint32_t executions);

  Outcome result(cudaError_t error);
  static Outcome dead_handle();
  Outcome refuse(std::string reason);
  static CaptureNumber capture_of(cudaStream_t stream);
  bool await_stream(cudaStream_t stream);
  /// Whether a question about the stream would break a capture.
  static bool is_capturing(cudaStream_t stream);

  Workspace& workspace_;
  Authors& authors_;
  DeviceSettings settings_;
  TaskMaker maker_;
  Tables device_tables_;
  Tables host_tables_;
  std::vector<std::uint32_t> host_counters_;

  std::deque<Stream> streams_;
  std::vector<cudaEvent_t> events_;
  std::vector<Record> records_;  // of each event, the newest eager one
  std::vector<cudaGraph_t> graphs_;
  std::vector<cudaGraph_t> retired_graphs_;
  std::map<GraphId, std::map<LabelId, cudaGraphNode_t>> built_nodes_;  // of graphs built node by node
  std::map<GraphId, Occurrences> built_occurrences_;
  std::vector<Executable> executables_;
  std::map<GraphId, StreamId> origins_;                    // of captures
  std::map<StreamId, GraphId> begun_;                      // the newest capture of each stream
  std::map<unsigned long long, Occurrences> occurrences_;  // by capture
  std::map<CommunicatorId, LoopbackCommunicator> communicators_;
  std::map<CommunicatorId, RealCommunicator> real_communicators_;
  std::set<WindowId> real_windows_;
  std::map<ThreadId, Group> groups_;        // open ones
  std::vector<RealCollective> real_group_;  // of the group that is being ended
  std::vector<cudaEvent_t> private_events_;
  std::map<PoolId, cudaMemPool_t> pools_;  // those of the driver
  std::map<BufferId, void*> raw_;          // what cudaMalloc gave for a buffer of a raw pool
  std::vector<void*> pinned_;
  std::map<BufferId, std::uint64_t> sizes_;
  std::map<BufferId, BlockInOrder> in_order_;
  std::map<AuthorId, std::uint32_t> executions_;
  std::set<AuthorId> admitted_;
  std::deque<HostTask> host_tasks_;
  mutable std::mutex issued_mutex_;
  std::atomic<std::uint32_t> line_{0};      // of the newest call
  std::atomic<bool> in_call_{false};        // it has not returned
  std::map<ThreadId, HostThread> threads_;  // last: stopped first
};

/// The element of `table` that `id` names, made when it is not there yet. REQUIRES: `id` names something.
template <class Table, class Id>
auto& at(Table& table, Id id) {
  assert(id.exists());
  while (table.size() <= id.index()) table.emplace_back();
  return table[id.index()];
}

}  // namespace fencepost::cuda

#pragma once

/// The state of a schedule under generation. Private to the generator: declarations and sections in
/// schedule_generator.cpp, what happens outside captures in eager_operations.cpp, inside them in
/// capture_operations.cpp, to memory itself in memory_operations.cpp.

#include <fencepost/properties/schedule_generator.h>
#include <fencepost/properties/schedule_writer.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fencepost::properties {

class Generator {
 public:
  Generator(ChoiceSource& choices, const GeneratorSettings& settings) : choices_(choices), settings_(settings) {}

  Schedule run();

 private:
  /// How an event was last recorded, as far as legality depends on it (rows E12 to E28).
  enum class Life : std::uint8_t { fresh, eager, external, in_live_capture, in_ended_capture };

  struct Stream {
    StreamId id;
    StreamKind kind = StreamKind::nonblocking;
    bool capturing = false;
  };
  struct Event {
    EventId id;
    Life life = Life::fresh;
    bool alive = true;
  };
  struct Tensor {
    BufferId id;  ///< none before the first allocation
    std::uint64_t size = 0;
    StreamId home;
    bool alive = false;
    bool in_stream_order = false;  ///< of the pool that allocates and frees in stream order
    GraphId graph;                 ///< whose node allocated it, in stream order
  };
  /// An executable of a graph that was built node by node.
  struct BuiltExecutable {
    ExecutableId id;
    std::vector<LabelId> nodes;
  };
  struct StaticBuffer {
    BufferId id;
    std::uint64_t size = 0;
    bool on_host = false;
    bool mapped = true;
  };
  struct Window {
    WindowId id;
    BufferId buffer;
  };
  struct Thread {
    ThreadId id;
    bool running = false;
  };
  struct LiveCapture {
    GraphId graph;
    Stream* origin = nullptr;
    std::vector<Stream*> forks;
    CaptureMode mode = CaptureMode::global;
  };
  using Action = void (Generator::*)();
  struct Weighted {
    std::uint32_t weight;
    Action action;
  };

  // schedule_generator.cpp
  void declare();
  void declare_streams();
  void declare_memory();
  void section();
  void choose_action(std::span<const Weighted> actions);
  template <class Element>
  Element& any_of(std::vector<Element>& elements) {
    return elements[choices_.choose(static_cast<std::uint32_t>(elements.size()))];
  }
  /// One to three accesses, or none when there is nothing to touch.
  std::vector<Access> any_accesses(bool tensors);
  std::optional<Access> any_access(bool tensors);
  void touch(const Tensor& tensor, StreamId stream);
  static Access part_of(BufferId buffer, std::uint64_t size, std::uint32_t part, AccessMode mode);
  void collective_on(StreamId stream);
  void work_on(StreamId stream, bool tensors);
  void allocate_on(StreamId stream);
  void allocate(Tensor& tensor, std::uint64_t size, StreamId stream);
  void release_any();
  void release(Tensor& tensor);
  /// Memory of a graph is freed in that graph, and other memory in stream order outside captures.
  [[nodiscard]] bool releasable(const Tensor& tensor) const;
  void group_on(StreamId first, StreamId second);
  /// Bytes change hands: a tensor of `stream` is used there and elsewhere, freed, and its bytes are
  /// allocated again.
  void turn_over(StreamId stream, StreamId elsewhere);
  Tensor* dead_tensor();
  void record_stream_on(StreamId stream);
  /// `to` waits for all of `from`, through an event of their own.
  void connect(StreamId from, StreamId to);

  // eager_operations.cpp
  void eager_section();
  void eager_operation();
  void eager_work();
  void eager_copy();
  void eager_collective();
  void eager_record();
  void eager_wait();
  void eager_allocate();
  void eager_record_stream();
  void eager_turnover();
  void eager_launch();
  void relaunch(ExecutableId executable);
  void join_streams();
  void host_touch();
  void synchronise();
  void query();
  void renew_event();
  void other_thread();
  Stream& eager_stream();

  void eager_group();
  void early_kernel_on(StreamId stream);
  void eager_early_kernel();

  // memory_operations.cpp: values in memory, windows, memory that comes and goes
  void declare_signals();
  void value_on(StreamId stream);
  void eager_value();
  void captured_value();
  void change_window();
  void change_mapping();
  void trim_pool();

  // explicit_graph_operations.cpp
  std::vector<LabelId> add_nodes(GraphId graph, std::uint32_t count);
  void connect_nodes(GraphId graph, std::vector<LabelId> order);
  void explicit_section();
  void change_node();

  // capture_operations.cpp
  void captured_group();
  void captured_early_kernel();
  void capture_section();
  void captured_operation();
  void captured_work();
  void captured_collective();
  void fork();
  void join_inside();
  void internal_record();
  void internal_wait();
  void external_record();
  void external_wait();
  void captured_allocate();
  void captured_record_stream();
  void captured_turnover();
  void work_beside();
  void join_all_forks();
  void end_capture();
  Stream& captured_stream();

  ChoiceSource& choices_;
  GeneratorSettings settings_;
  ScheduleWriter write_;

  std::vector<Stream> streams_;
  std::vector<Event> events_;
  /// The event of the next `connect`. Captures use each only once: row E12 forbids it afterwards.
  std::optional<EventId> joint_;
  std::vector<StaticBuffer> static_buffers_;
  std::vector<BufferId> flags_;  ///< memory for values to be waited for
  std::vector<Window> windows_;
  std::vector<Tensor> tensors_;
  std::vector<Thread> threads_;
  std::vector<PoolId> private_pools_;
  std::optional<PoolId> scratch_pool_;
  std::optional<PoolId> async_pool_;
  std::optional<CommunicatorId> communicator_;
  std::vector<ExecutableId> executables_;
  std::vector<BuiltExecutable> built_;
  std::optional<LiveCapture> capture_;
};

}  // namespace fencepost::properties

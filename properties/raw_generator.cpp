#include <fencepost/properties/raw_generator.h>
#include <fencepost/properties/schedule_writer.h>

#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

namespace fencepost::properties {

namespace {

constexpr std::uint64_t buffer_size = 64;
constexpr std::array modes{CaptureMode::global, CaptureMode::thread_local_mode, CaptureMode::relaxed};

class RawGenerator {
 public:
  RawGenerator(ChoiceSource& choices, const RawSettings& settings) : choices_(choices), settings_(settings) {}

  Schedule run();

 private:
  /// A capture that was begun and not ended yet.
  struct Open {
    GraphId graph;
    ThreadId thread;
  };
  struct Stream {
    StreamId id;
    bool is_ours = true;           // not the legacy stream, which nobody can destroy
    std::optional<GraphId> graph;  // whose capture it takes part in, as far as one can tell
  };
  struct Event {
    EventId id;
    std::optional<GraphId> graph;  // whose capture recorded it last
  };
  /// A buffer that lives in the driver's pool from time to time.
  struct DriverBlock {
    BufferId id;
    bool is_allocated = false;
    bool was_allocated = false;
  };
  using Call = void (RawGenerator::*)();
  struct Weighted {
    std::uint32_t weight;
    Call call;
  };

  void declare();
  void call();
  void end_everything();

  template <class Element>
  Element& any_of(std::vector<Element>& elements) {
    return elements[choices_.choose(static_cast<std::uint32_t>(elements.size()))];
  }
  StreamId any_stream() { return any_of(streams_).id; }
  Access device_bytes(AccessMode mode) { return {any_of(buffers_), mode, 0, 0, buffer_size}; }
  Access host_bytes(AccessMode mode) const { return {*pinned_, mode, 0, 0, buffer_size}; }
  void forget(GraphId graph);

  void kernel();
  void copy();
  void fill();
  void host_function();
  void record();
  void wait();
  void query();
  void synchronise();
  void begin();
  void end();
  void exchange_mode();
  void instantiate();
  void launch();
  void update();
  void destroy();
  void renew_event();
  void allocate();
  void allocate_in_order();
  void trim();
  void early_kernel();
  void build_graph();
  void change_node();
  void drop_dependencies();

  ChoiceSource& choices_;
  RawSettings settings_;
  ScheduleWriter write_;
  std::vector<ThreadId> threads_{main_thread};
  ThreadId issuer_ = main_thread;
  std::vector<Stream> streams_;
  std::vector<Event> events_;
  std::vector<BufferId> buffers_;
  std::optional<BufferId> pinned_;
  std::optional<BufferId> raw_;
  bool raw_is_allocated_ = false;
  PoolId raw_pool_;
  PoolId driver_pool_;
  std::vector<DriverBlock> driver_blocks_;
  std::vector<Open> open_;
  std::vector<GraphId> graphs_;  // whose captures have ended, well or not
  std::vector<ExecutableId> executables_;
  std::map<GraphId, std::vector<LabelId>> nodes_;  // of graphs built node by node
  std::map<ExecutableId, GraphId> made_from_;
};

Schedule RawGenerator::run() {
  declare();
  const std::uint32_t length = 1 + choices_.choose(settings_.length);
  for (std::uint32_t made = 0; made < length && !choices_.exhausted(); ++made) {
    issuer_ = any_of(threads_);
    write_.issue_from(issuer_);
    call();
  }
  end_everything();
  return write_.schedule();
}

void RawGenerator::declare() {
  constexpr std::array kinds{StreamKind::nonblocking, StreamKind::nonblocking, StreamKind::nonblocking,
                             StreamKind::blocking, StreamKind::legacy};
  const std::uint32_t streams = 2 + choices_.choose(settings_.streams - 1);
  bool has_legacy = false;
  for (std::uint32_t made = 0; made < streams; ++made) {
    StreamKind kind = made == 0 ? StreamKind::nonblocking : kinds[choices_.choose(kinds.size())];
    // There is one legacy stream: a second declaration would be a second name for it.
    if (kind == StreamKind::legacy && has_legacy) kind = StreamKind::blocking;
    has_legacy = has_legacy || kind == StreamKind::legacy;
    streams_.push_back({write_.create_stream(kind), kind != StreamKind::legacy, {}});
  }
  const std::uint32_t events = 1 + choices_.choose(settings_.events);
  for (std::uint32_t made = 0; made < events; ++made) events_.push_back({write_.create_event(), {}});
  for (int made = 0; made < 2; ++made) buffers_.push_back(write_.create_buffer(buffer_size, MemoryKind::device));
  pinned_ = write_.create_buffer(buffer_size, MemoryKind::pinned);
  raw_pool_ = write_.create_pool(PoolKind::raw);
  driver_pool_ = write_.create_pool(PoolKind::async);
  for (int made = 0; made < 2; ++made) driver_blocks_.push_back({write_.name_buffer()});
  const std::uint32_t threads = choices_.choose(settings_.threads + 1);
  for (std::uint32_t made = 0; made < threads; ++made) {
    threads_.push_back(write_.create_thread());
    write_.start_thread(threads_.back());
  }
}

void RawGenerator::call() {
  constexpr std::array<Weighted, 23> calls{{{6, &RawGenerator::kernel},
                                            {6, &RawGenerator::begin},
                                            {6, &RawGenerator::record},
                                            {7, &RawGenerator::wait},
                                            {6, &RawGenerator::end},
                                            {4, &RawGenerator::instantiate},
                                            {4, &RawGenerator::launch},
                                            {3, &RawGenerator::query},
                                            {3, &RawGenerator::synchronise},
                                            {2, &RawGenerator::copy},
                                            {1, &RawGenerator::fill},
                                            {1, &RawGenerator::host_function},
                                            {1, &RawGenerator::exchange_mode},
                                            {1, &RawGenerator::update},
                                            {1, &RawGenerator::destroy},
                                            {1, &RawGenerator::renew_event},
                                            {1, &RawGenerator::allocate},
                                            {3, &RawGenerator::allocate_in_order},
                                            {1, &RawGenerator::trim},
                                            {1, &RawGenerator::early_kernel},
                                            {2, &RawGenerator::build_graph},
                                            {2, &RawGenerator::change_node},
                                            {1, &RawGenerator::drop_dependencies}}};
  const auto add = [](std::uint32_t sum, const Weighted& weighted) { return sum + weighted.weight; };
  std::uint32_t chosen = choices_.choose(std::accumulate(calls.begin(), calls.end(), 0U, add));
  for (const auto& [weight, made] : calls) {
    if (chosen < weight) return (this->*made)();
    chosen -= weight;
  }
}

void RawGenerator::end_everything() {
  while (!open_.empty()) {
    write_.issue_from(open_.back().thread);
    write_.end_capture(open_.back().graph);
    open_.pop_back();
  }
  write_.issue_from(main_thread);
  for (std::size_t i = 1; i < threads_.size(); ++i) write_.join_thread(threads_[i]);
}

void RawGenerator::kernel() {
  const std::array accesses{device_bytes(choices_.chance(1, 2) ? AccessMode::read : AccessMode::write)};
  write_.work(OperationKind::kernel, any_stream(), accesses);
}

void RawGenerator::copy() {
  const Stream& on = any_of(streams_);
  const StreamId stream = on.id;
  const bool synchronous = !on.is_ours && choices_.chance(1, 2);  // CUDA's own calls take no other stream
  if (choices_.chance(1, 2)) {
    write_.copy(stream, device_bytes(AccessMode::read), host_bytes(AccessMode::write), synchronous);
  } else {
    write_.copy(stream, host_bytes(AccessMode::read), device_bytes(AccessMode::write), synchronous);
  }
}

void RawGenerator::fill() {
  const std::array accesses{device_bytes(AccessMode::write)};
  write_.work(OperationKind::fill, any_stream(), accesses);
}

void RawGenerator::host_function() {
  const std::array accesses{host_bytes(AccessMode::update)};
  write_.work(OperationKind::host_function, any_stream(), accesses);
}

void RawGenerator::record() {
  Event& event = any_of(events_);
  const Stream& stream = any_of(streams_);
  const bool external = choices_.chance(1, 3);
  write_.record(event.id, stream.id, external);
  if (!external) event.graph = stream.graph;
}

void RawGenerator::wait() {
  const Event& event = any_of(events_);
  Stream& stream = any_of(streams_);
  const bool external = choices_.chance(1, 4);
  write_.wait(event.id, stream.id, external);
  if (!external && !stream.graph) stream.graph = event.graph;
}

void RawGenerator::query() {
  if (choices_.chance(1, 3)) return write_.query_stream(any_stream(), std::nullopt);
  write_.query_event(any_of(events_).id, std::nullopt);
}

void RawGenerator::synchronise() {
  switch (choices_.choose(3)) {
    case 0:
      return write_.synchronize_stream(any_stream());
    case 1:
      return write_.synchronize_event(any_of(events_).id);
    default:
      return write_.synchronize_device();
  }
}

void RawGenerator::begin() {
  Stream& stream = any_of(streams_);
  const CaptureMode mode = modes[choices_.choose(modes.size())];
  if (stream.graph && !choices_.chance(1, 8)) return;
  const GraphId graph = write_.begin_capture(stream.id, mode, PoolId::none());
  // Refused, so that there is nothing to end: row K07, and nobody can capture the legacy stream.
  if (stream.graph || !stream.is_ours) return;
  stream.graph = graph;
  open_.push_back({graph, issuer_});
}

void RawGenerator::forget(GraphId graph) {
  for (Stream& stream : streams_) {
    if (stream.graph == graph) stream.graph.reset();
  }
}

void RawGenerator::end() {
  if (open_.empty()) return;
  const auto which = choices_.choose(static_cast<std::uint32_t>(open_.size()));
  const Open open = open_[which];
  if (choices_.chance(1, 12)) return write_.end_capture(open.graph, any_stream());
  if (!choices_.chance(1, 6)) write_.issue_from(open.thread);
  write_.end_capture(open.graph);
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(which));
  graphs_.push_back(open.graph);
  forget(open.graph);
}

void RawGenerator::exchange_mode() { write_.exchange_capture_mode(modes[choices_.choose(modes.size())]); }

void RawGenerator::instantiate() {
  if (graphs_.empty()) return;
  const GraphId graph = any_of(graphs_);
  executables_.push_back(write_.instantiate(graph));
  made_from_[executables_.back()] = graph;
}

void RawGenerator::launch() {
  if (!executables_.empty()) write_.launch(any_of(executables_), any_stream());
}

void RawGenerator::update() {
  if (!executables_.empty() && !graphs_.empty()) write_.update(any_of(executables_), any_of(graphs_));
}

void RawGenerator::destroy() {
  const std::uint32_t kind = choices_.choose(3);
  if (kind == 0 && !executables_.empty()) {
    const auto which = choices_.choose(static_cast<std::uint32_t>(executables_.size()));
    write_.destroy_executable(executables_[which]);
    executables_.erase(executables_.begin() + static_cast<std::ptrdiff_t>(which));
  } else if (kind == 1 && !graphs_.empty()) {
    const auto which = choices_.choose(static_cast<std::uint32_t>(graphs_.size()));
    write_.destroy_graph(graphs_[which]);
    graphs_.erase(graphs_.begin() + static_cast<std::ptrdiff_t>(which));
  } else if (kind == 2 && streams_.size() > 2) {
    const auto which = choices_.choose(static_cast<std::uint32_t>(streams_.size()));
    if (!streams_[which].is_ours) return;
    write_.destroy_stream(streams_[which].id);
    streams_.erase(streams_.begin() + static_cast<std::ptrdiff_t>(which));
  }
}

void RawGenerator::renew_event() {
  Event& event = any_of(events_);
  write_.destroy_event(event.id);
  write_.recreate_event(event.id);
  event.graph.reset();
}

void RawGenerator::allocate() {
  if (!raw_) raw_ = write_.name_buffer();
  if (raw_is_allocated_) {
    write_.release(*raw_);
  } else {
    write_.allocate(*raw_, buffer_size, StreamId::none(), raw_pool_);
  }
  raw_is_allocated_ = !raw_is_allocated_;
}

void RawGenerator::allocate_in_order() {
  DriverBlock& block = any_of(driver_blocks_);
  // A second free in a row, now and then.
  const bool frees = block.is_allocated || (block.was_allocated && choices_.chance(1, 8));
  if (frees) {
    write_.release_on(block.id, any_stream());
    block.is_allocated = false;
  } else {
    write_.allocate(block.id, buffer_size, any_stream(), driver_pool_);
    block.is_allocated = block.was_allocated = true;
  }
}

void RawGenerator::trim() { write_.trim(driver_pool_); }

void RawGenerator::early_kernel() {
  const std::array accesses{device_bytes(choices_.chance(1, 2) ? AccessMode::read : AccessMode::write)};
  write_.early_kernel(any_stream(), accesses);
}

void RawGenerator::build_graph() {
  const GraphId graph = write_.create_graph();
  std::vector<LabelId>& nodes = nodes_[graph];
  const std::uint32_t count = 1 + choices_.choose(3);
  for (std::uint32_t made = 0; made < count; ++made) {
    const std::array accesses{device_bytes(AccessMode::write)};
    nodes.push_back(write_.node(graph, accesses));
    // Towards an older node only, or, now and then, in a circle.
    if (made != 0) write_.edge(graph, nodes[made - 1], nodes[made]);
    if (made != 0 && choices_.chance(1, 8)) write_.edge(graph, nodes[made], nodes[0]);
  }
  graphs_.push_back(graph);
}

void RawGenerator::change_node() {
  if (executables_.empty()) return;
  const ExecutableId executable = any_of(executables_);
  const auto nodes = nodes_.find(made_from_[executable]);
  if (nodes == nodes_.end()) return;
  const LabelId node = any_of(nodes->second);
  if (choices_.chance(1, 2)) return write_.set_node_enabled(executable, node, choices_.chance(1, 2));
  const std::array accesses{device_bytes(AccessMode::read)};
  write_.update_node(executable, node, accesses);
}

void RawGenerator::drop_dependencies() { write_.update_dependencies(any_stream()); }

}  // namespace

Schedule generate_raw(ChoiceSource& choices, const RawSettings& settings) {
  return RawGenerator(choices, settings).run();
}

}  // namespace fencepost::properties

#include <fencepost/properties/generator.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace fencepost::properties {

namespace {

constexpr std::uint64_t static_size = 64;
/// The caching pool rounds to 512 bytes, so blocks of these sizes are split and reused in part.
constexpr std::array<std::uint64_t, 2> tensor_sizes{512, 1024};

}  // namespace

std::size_t GeneratorSettings::tape_length() const {
  const std::size_t choices_per_operation = 8;
  return choices_per_operation * (16 + sections * (eager_length + capture_length + 4 * launches));
}

Schedule generate(ChoiceSource& choices, const GeneratorSettings& settings) {
  return Generator(choices, settings).run();
}

Schedule Generator::run() {
  declare();
  const std::uint32_t sections = 1 + choices_.choose(settings_.sections);
  for (std::uint32_t done = 0; done < sections; ++done) section();
  eager_section();
  for (const Thread& thread : threads_) {
    if (thread.running) write_.join_thread(thread.id);
  }
  return write_.schedule();
}

void Generator::section() {
  if (choices_.chance(3, 4)) {
    capture_section();
  } else if (choices_.chance(1, 2)) {
    explicit_section();
  } else {
    eager_section();
  }
}

void Generator::declare() {
  declare_streams();
  for (std::uint32_t count = 0; count < settings_.events; ++count) events_.push_back({write_.create_event()});
  declare_memory();
  if (choices_.chance(1, 5)) {
    constexpr std::array profiles{CommunicatorProfile::nccl, CommunicatorProfile::nccl_no_mixing};
    communicator_ = write_.create_communicator(profiles[choices_.choose(profiles.size())], 2);
  }
  declare_signals();
  for (std::uint32_t count = 0; count < settings_.threads; ++count) {
    if (!choices_.chance(1, 8)) break;
    threads_.push_back({write_.create_thread()});
  }
}

void Generator::declare_streams() {
  const std::uint32_t count = 2 + choices_.choose(settings_.streams - 1);
  for (std::uint32_t made = 0; made < count; ++made) {
    StreamKind kind = StreamKind::nonblocking;
    // The first two stay nonblocking, so that there is always something to capture and to fork.
    if (made >= 2 && choices_.chance(1, 4)) kind = choices_.chance(1, 2) ? StreamKind::legacy : StreamKind::blocking;
    const bool second_legacy = kind == StreamKind::legacy && std::ranges::any_of(streams_, [](const Stream& other) {
                                 return other.kind == StreamKind::legacy;
                               });
    if (second_legacy) kind = StreamKind::blocking;
    streams_.push_back({write_.create_stream(kind), kind});
  }
}

void Generator::declare_memory() {
  const std::uint32_t count = 1 + choices_.choose(settings_.static_buffers);
  for (std::uint32_t made = 0; made < count; ++made) {
    const bool on_host = made > 0 && choices_.chance(1, 3);
    const MemoryKind memory = on_host ? MemoryKind::pinned : MemoryKind::device;
    static_buffers_.push_back({write_.create_buffer(static_size, memory), static_size, on_host});
  }
  if (choices_.chance(2, 3)) {
    const auto profile = choices_.chance(1, 2) ? AllocatorProfile::torch_main : AllocatorProfile::torch_2_11;
    private_pools_.push_back(write_.create_pool(PoolKind::private_pool, profile, choices_.chance(1, 2)));
  }
  if (choices_.chance(1, 6)) scratch_pool_ = write_.create_pool(PoolKind::scratch);
  if (choices_.chance(1, 4)) async_pool_ = write_.create_pool(PoolKind::async);
  tensors_.resize(settings_.tensors);
}

void Generator::choose_action(std::span<const Weighted> actions) {
  const auto add = [](std::uint32_t sum, const Weighted& weighted) { return sum + weighted.weight; };
  std::uint32_t chosen = choices_.choose(std::accumulate(actions.begin(), actions.end(), 0U, add));
  for (const auto& [weight, action] : actions) {
    if (chosen < weight) return (this->*action)();
    chosen -= weight;
  }
}

Access Generator::part_of(BufferId buffer, std::uint64_t size, std::uint32_t part, AccessMode mode) {
  const std::uint64_t quarter = size / 4;
  switch (part) {
    case 1:
      return {buffer, mode, 0, 0, 2 * quarter};
    case 2:
      return {buffer, mode, 0, 2 * quarter, size};
    case 3:
      return {buffer, mode, 0, quarter, 3 * quarter};
    default:
      return {buffer, mode, 0, 0, size};
  }
}

std::optional<Access> Generator::any_access(bool tensors) {
  constexpr std::array modes{AccessMode::read,  AccessMode::write,  AccessMode::read,
                             AccessMode::write, AccessMode::update, AccessMode::atomic};
  const AccessMode mode = modes[choices_.choose(modes.size())];
  // Half quarters, half wholes; a whole is the simpler choice.
  const std::uint32_t part = choices_.chance(1, 2) ? 1 + choices_.choose(3) : 0;
  if (tensors && choices_.chance(2, 3)) {
    const Tensor& tensor = any_of(tensors_);
    // Rarely an owner is used that has given its bytes up.
    if (tensor.alive || (tensor.id.exists() && choices_.chance(1, 16)))
      return part_of(tensor.id, tensor.size, part, mode);
  }
  const StaticBuffer& buffer = any_of(static_buffers_);
  return part_of(buffer.id, buffer.size, part, mode);
}

std::vector<Access> Generator::any_accesses(bool tensors) {
  std::vector<Access> accesses;
  const std::uint32_t count = 1 + choices_.choose(3) / 2 + choices_.choose(6) / 5;
  for (std::uint32_t made = 0; made < count; ++made) {
    const auto access = any_access(tensors);
    const auto same_buffer = [&](const Access& other) { return other.buffer == access->buffer; };
    if (access && std::ranges::none_of(accesses, same_buffer)) accesses.push_back(*access);
  }
  // As a trace lists them: reads, writes, updates, atomic updates.
  std::ranges::stable_sort(accesses, {}, &Access::mode);
  return accesses;
}

void Generator::collective_on(StreamId stream) {
  std::vector<Access> accesses = any_accesses(true);
  for (Access& access : accesses) {
    if (access.mode == AccessMode::atomic) access.mode = AccessMode::update;
  }
  write_.collective(OperationKind::all_reduce, *communicator_, stream, accesses);
}

void Generator::group_on(StreamId first, StreamId second) {
  write_.group_begin();
  collective_on(first);
  collective_on(second);
  write_.group_end();
}

void Generator::early_kernel_on(StreamId stream) { write_.early_kernel(stream, any_accesses(true)); }

void Generator::work_on(StreamId stream, bool tensors) {
  write_.work(OperationKind::kernel, stream, any_accesses(tensors));
}

Generator::Tensor* Generator::dead_tensor() {
  const auto dead = std::ranges::find_if(tensors_, [](const Tensor& tensor) { return !tensor.alive; });
  return dead == tensors_.end() ? nullptr : &*dead;
}

void Generator::allocate_on(StreamId stream) {
  Tensor* dead = dead_tensor();
  if (dead == nullptr) return release_any();
  allocate(*dead, tensor_sizes[choices_.choose(tensor_sizes.size())], stream);
}

void Generator::allocate(Tensor& tensor, std::uint64_t size, StreamId stream) {
  if (!tensor.id.exists()) tensor.id = write_.name_buffer();
  tensor.size = size;
  tensor.home = stream;
  tensor.alive = true;
  tensor.in_stream_order = async_pool_ && choices_.chance(1, 2);
  tensor.graph = tensor.in_stream_order && capture_ ? capture_->graph : GraphId::none();
  if (tensor.in_stream_order) return write_.allocate(tensor.id, size, stream, *async_pool_);
  const bool scratch = scratch_pool_ && choices_.chance(1, 2);
  write_.allocate(tensor.id, size, stream, scratch ? *scratch_pool_ : PoolId::none());
}

void Generator::release_any() {
  const std::uint32_t start = choices_.choose(settings_.tensors);
  for (std::uint32_t offset = 0; offset < settings_.tensors; ++offset) {
    Tensor& tensor = tensors_[(start + offset) % settings_.tensors];
    if (tensor.alive && releasable(tensor)) return release(tensor);
  }
}

bool Generator::releasable(const Tensor& tensor) const {
  if (!tensor.in_stream_order) return true;
  return capture_ ? tensor.graph == capture_->graph : !tensor.graph.exists();
}

void Generator::release(Tensor& tensor) {
  tensor.alive = false;
  if (!tensor.in_stream_order) return write_.release(tensor.id);
  if (choices_.chance(1, 2)) return write_.release_on(tensor.id, tensor.home);
  write_.release_on(tensor.id, capture_ ? captured_stream().id : eager_stream().id);
}

void Generator::touch(const Tensor& tensor, StreamId stream) {
  const AccessMode mode = choices_.chance(1, 2) ? AccessMode::write : AccessMode::read;
  const std::array accesses{part_of(tensor.id, tensor.size, choices_.choose(4), mode)};
  write_.work(OperationKind::kernel, stream, accesses);
}

void Generator::turn_over(StreamId stream, StreamId elsewhere) {
  const auto at_home = [&](const Tensor& tensor) {
    return tensor.alive && tensor.home == stream && releasable(tensor);
  };
  const auto old = std::ranges::find_if(tensors_, at_home);
  if (old == tensors_.end()) return allocate_on(stream);
  if (choices_.chance(1, 2)) touch(*old, elsewhere);
  if (choices_.chance(1, 3)) write_.record_stream(old->id, elsewhere);
  if (choices_.chance(1, 3)) connect(elsewhere, stream);
  release(*old);
  if (choices_.chance(1, 3)) work_on(elsewhere, true);
  // The same name is as good as another: what counts is whose tenure it is.
  Tensor& next = choices_.chance(1, 2) ? *dead_tensor() : *old;
  allocate(next, old->size, stream);
  if (choices_.chance(2, 3)) touch(next, choices_.chance(1, 3) ? elsewhere : stream);
}

void Generator::record_stream_on(StreamId stream) {
  const Tensor& tensor = any_of(tensors_);
  if (tensor.alive) write_.record_stream(tensor.id, stream);
}

void Generator::connect(StreamId from, StreamId to) {
  if (!joint_) joint_ = write_.create_event();
  write_.record(*joint_, from);
  write_.wait(*joint_, to);
  if (capture_) joint_.reset();
}

Schedule generate(const Tape& tape, const GeneratorSettings& settings) {
  TapeReader choices(tape);
  return generate(choices, settings);
}

}  // namespace fencepost::properties

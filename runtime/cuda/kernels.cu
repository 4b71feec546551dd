#include <fencepost/runtime/cuda/kernels.h>

namespace fencepost::cuda {
namespace {

constexpr unsigned warp_size = 32;
constexpr unsigned threads_per_block = 256;
constexpr unsigned warps = threads_per_block / warp_size;
static_assert(warp_size == words_per_cell, "one lane for each word of a cell");

__device__ std::uint64_t now() {
  std::uint64_t time = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

__device__ void sleep(const Tables& tables, AuthorId author, std::uint32_t execution, Moment moment) {
  const Delay delay = tables.delays[author];
  const std::uint32_t time = nanoseconds(delay, execution, moment);
  const std::uint64_t end = now() + time;
  while (time != 0 && now() < end) __nanosleep(100);
}

/// A store to an address that no memory has.
__device__ void fault(AuthorId author) { *reinterpret_cast<volatile Word*>(std::uintptr_t{author} * sizeof(Word)) = 0; }

__device__ Word load(const Word* word) { return *static_cast<const volatile Word*>(word); }

/// The digest of the cell whose words the lanes of a warp hold; complete in lane 0.
__device__ CellDigest digest_cell(Word word, unsigned lane) {
  CellDigest cell{CellDigest::lane_digest(word, lane), word, word};
  for (unsigned offset = warp_size / 2; offset != 0; offset /= 2) {
    cell.digest += __shfl_down_sync(0xffffffffU, cell.digest, offset);
    const Word least = __shfl_down_sync(0xffffffffU, cell.least, offset);
    const Word greatest = __shfl_down_sync(0xffffffffU, cell.greatest, offset);
    cell.least = least < cell.least ? least : cell.least;
    cell.greatest = greatest > cell.greatest ? greatest : cell.greatest;
  }
  return cell;
}

/// Digests all ranges that are read, a warp a cell, logs them, and adds up their hash in `hash`.
__device__ void digest_all(const Task& task, const Tables& tables, std::uint32_t execution, unsigned long long* hash) {
  const unsigned warp = threadIdx.x / warp_size;
  const unsigned lane = threadIdx.x % warp_size;
  const std::uint32_t row = execution - task.log_first;
  std::uint64_t first = task.log_base + std::uint64_t{row} * task.log_stride;
  for (std::uint32_t access = 0; access < task.range_count; ++access) {
    const TaskRange& range = task.ranges[access];
    if (!is_digested(range.mode)) continue;
    for (std::uint32_t cell = warp; cell < range.cells; cell += warps) {
      const CellDigest digest = digest_cell(load(range.words + std::uint64_t{cell} * words_per_cell + lane), lane);
      if (lane != 0) continue;
      atomicAdd(hash, static_cast<unsigned long long>(contribution(digest, access, cell)));
      if (row < task.log_executions && first + cell < tables.log_size) {
        tables.log[first + cell] = LogEntry{stamp(task.author, execution), digest};
      }
    }
    first += range.cells;
  }
}

__device__ void write_all(const Task& task, std::uint32_t execution, std::uint64_t hash) {
  for (std::uint32_t access = 0; access < task.range_count; ++access) {
    const TaskRange& range = task.ranges[access];
    if (range.mode == AccessMode::read) continue;
    for (std::uint32_t i = threadIdx.x; i < range.cells * words_per_cell; i += threads_per_block) {
      const Word word = compose(task.author, execution, hash, Place{access, i / words_per_cell, i % words_per_cell});
      if (range.mode == AccessMode::atomic) {
        atomicAdd(reinterpret_cast<unsigned long long*>(range.words + i), static_cast<unsigned long long>(word));
      } else {
        *static_cast<volatile Word*>(range.words + i) = word;
      }
    }
  }
}

__device__ void sum_all(const Task& task) {
  for (std::uint32_t s = 0; s < task.sum_count; ++s) {
    const TaskSum& sum = task.sums[s];
    for (std::uint32_t i = threadIdx.x; i < sum.words; i += threads_per_block) {
      Word total = 0;
      for (std::uint32_t k = 0; k < sum.sources; ++k) total += load(task.addresses[sum.first_address + k] + i);
      for (std::uint32_t k = 0; k < sum.targets; ++k) {
        *static_cast<volatile Word*>(task.addresses[sum.first_address + sum.sources + k] + i) = total * sum.factor;
      }
    }
  }
}

/// One block does all: sleep, read everything, write everything, sleep.
__global__ void __launch_bounds__(threads_per_block) perform(const Task task, const Tables tables) {
  __shared__ unsigned long long hash;
  __shared__ std::uint32_t execution;
  // Whoever was launched early may start from here on; to all others this means nothing.
  cudaTriggerProgrammaticLaunchCompletion();
  if (threadIdx.x == 0) {
    hash = 0;
    execution = task.counted ? atomicAdd(tables.counters + task.author, 1U) : task.execution;
    *static_cast<volatile std::uint32_t*>(tables.started + task.author) = execution + 1;
    if (tables.delays[task.author].before_ns == fault_instead) fault(task.author);
    sleep(tables, task.author, execution, Moment::before_first_access);
  }
  __syncthreads();
  digest_all(task, tables, execution, &hash);
  __syncthreads();
  if (task.sum_count != 0) {
    sum_all(task);
  } else if (!task.logs_only) {
    write_all(task, execution, hash);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (!task.logs_only) sleep(tables, task.author, execution, Moment::after_last_access);
  __threadfence_system();
  *static_cast<volatile std::uint32_t*>(tables.finished + task.author) = execution + 1;
}

__global__ void pause(AuthorId author, Moment moment, const Tables tables) { sleep(tables, author, 0, moment); }

__global__ void initialise(Word* words, std::uint64_t first_index, std::uint64_t count) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    words[i] = initial_word(first_index + i);
  }
}

}  // namespace

cudaError_t launch_task(const Task& task, const Tables& tables, cudaStream_t stream, bool early) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = dim3(1);
  configuration.blockDim = dim3(threads_per_block);
  configuration.stream = stream;
  configuration.attrs = &attribute;
  configuration.numAttrs = early ? 1 : 0;
  return cudaLaunchKernelEx(&configuration, perform, task, tables);
}

cudaError_t add_task_node(cudaGraph_t graph, Task task, Tables tables, cudaGraphNode_t* node) {
  void* arguments[] = {&task, &tables};
  cudaKernelNodeParams parameters{};
  parameters.func = reinterpret_cast<void*>(&perform);
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(threads_per_block);
  parameters.kernelParams = arguments;
  return cudaGraphAddKernelNode(node, graph, nullptr, 0, &parameters);
}

cudaError_t launch_pause(AuthorId author, Moment moment, const Tables& tables, cudaStream_t stream) {
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = dim3(1);
  configuration.blockDim = dim3(1);
  configuration.stream = stream;
  return cudaLaunchKernelEx(&configuration, pause, author, moment, tables);
}

cudaError_t launch_initialise(Word* words, std::uint64_t first_index, std::uint64_t count, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = dim3(256);
  configuration.blockDim = dim3(threads_per_block);
  configuration.stream = stream;
  return cudaLaunchKernelEx(&configuration, initialise, words, first_index, count);
}

bool runs_task(const void* function) {
  const auto* symbol = reinterpret_cast<const void*>(&perform);
  if (function == symbol) return true;
  // A node may name the kernel by the handle that the runtime made for it.
  cudaFunction_t handle = nullptr;
  return cudaGetFuncBySymbol(&handle, symbol) == cudaSuccess && function == static_cast<const void*>(handle);
}

}  // namespace fencepost::cuda

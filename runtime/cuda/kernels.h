#pragma once

/// The kernels that all work on the card consists of. Needs the CUDA runtime.

#include <fencepost/runtime/cuda/task.h>

#include <cstdint>

#include <cuda_runtime_api.h>

namespace fencepost::cuda {

/// Enqueues `task` on `stream` (or captures it). `early` allows it to start as soon as its predecessor
/// has (programmatic stream serialisation): our kernels trigger that when they start, and never wait inside.
cudaError_t launch_task(const Task& task, const Tables& tables, cudaStream_t stream, bool early = false);

/// Adds `task` to an explicit graph, as a node that depends on nothing.
cudaError_t add_task_node(cudaGraph_t graph, Task task, Tables tables, cudaGraphNode_t* node);

/// Enqueues a kernel that only sleeps for `author`, beside copies, fills and host functions, which
/// cannot sleep themselves.
cudaError_t launch_pause(AuthorId author, Moment moment, const Tables& tables, cudaStream_t stream);

/// Fills `words` with `initial_word`, counted from `first_index`.
cudaError_t launch_initialise(Word* words, std::uint64_t first_index, std::uint64_t count, cudaStream_t stream);

/// Whether a graph node with this function runs a `Task`, its first argument.
bool runs_task(const void* function);

}  // namespace fencepost::cuda

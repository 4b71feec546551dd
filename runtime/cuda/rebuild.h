#pragma once

/// Rebuilds a captured graph with its nodes created in another order. Needs the CUDA runtime.

#include <fencepost/runtime/cuda/linear_order.h>

#include <string>

#include <cuda_runtime_api.h>
#include <tl/expected.hpp>

namespace fencepost::cuda {

/// A new graph with the same nodes, parameters and edges as `graph`; the caller owns both. Graphs
/// with memory nodes, child graphs, conditional nodes or programmatic edges are not rebuilt: the
/// reason is returned (definitions.md 21).
tl::expected<cudaGraph_t, std::string> rebuild(cudaGraph_t graph, const LinearOrder& order);

}  // namespace fencepost::cuda

#include <fencepost/runtime/cuda/rebuild.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

struct Shape {
  std::vector<cudaGraphNode_t> nodes;
  std::vector<cudaGraphNodeType> types;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

tl::unexpected<std::string> refusal(std::string reason) { return tl::unexpected<std::string>(std::move(reason)); }

bool plain(const cudaGraphEdgeData& data) {
  const cudaGraphEdgeData none{};
  return std::memcmp(&data, &none, sizeof none) == 0;
}

tl::expected<Shape, std::string> shape_of(cudaGraph_t graph) {
  Shape shape;
  std::size_t count = 0;
  std::size_t edge_count = 0;
  if (cudaGraphGetNodes(graph, nullptr, &count) != cudaSuccess ||
      cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edge_count) != cudaSuccess) {
    return refusal("its nodes cannot be listed");
  }
  shape.nodes.resize(count);
  std::vector<cudaGraphNode_t> from(edge_count);
  std::vector<cudaGraphNode_t> to(edge_count);
  std::vector<cudaGraphEdgeData> data(edge_count);
  if ((count != 0 && cudaGraphGetNodes(graph, shape.nodes.data(), &count) != cudaSuccess) ||
      (edge_count != 0 && cudaGraphGetEdges(graph, from.data(), to.data(), data.data(), &edge_count) != cudaSuccess)) {
    return refusal("its edges cannot be listed");
  }
  if (!std::ranges::all_of(data, plain)) return refusal("it has programmatic edges");
  std::unordered_map<cudaGraphNode_t, std::size_t> index;
  for (std::size_t i = 0; i < count; ++i) {
    index[shape.nodes[i]] = i;
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    if (cudaGraphNodeGetType(shape.nodes[i], &type) != cudaSuccess) return refusal("a node has no type");
    shape.types.push_back(type);
  }
  for (std::size_t i = 0; i < edge_count; ++i) shape.edges.emplace_back(index[from[i]], index[to[i]]);
  return shape;
}

NodeRole role_of(cudaGraphNodeType type) {
  if (type == cudaGraphNodeTypeEventRecord) return NodeRole::external_record;
  return type == cudaGraphNodeTypeWaitEvent ? NodeRole::external_wait : NodeRole::work;
}

using Predecessors = std::vector<cudaGraphNode_t>;

cudaError_t add_kernel(cudaGraphNode_t node, cudaGraph_t graph, const Predecessors& before, cudaGraphNode_t* added) {
  cudaKernelNodeParams parameters{};
  cudaError_t error = cudaGraphKernelNodeGetParams(node, &parameters);
  if (error != cudaSuccess) return error;
  error = cudaGraphAddKernelNode(added, graph, before.data(), before.size(), &parameters);
  return error == cudaSuccess ? cudaGraphKernelNodeCopyAttributes(*added, node) : error;
}

cudaError_t add_memory_node(cudaGraphNode_t node, bool copy, cudaGraph_t graph, const Predecessors& before,
                            cudaGraphNode_t* added) {
  if (copy) {
    cudaMemcpy3DParms parameters{};
    const cudaError_t error = cudaGraphMemcpyNodeGetParams(node, &parameters);
    return error != cudaSuccess ? error
                                : cudaGraphAddMemcpyNode(added, graph, before.data(), before.size(), &parameters);
  }
  cudaMemsetParams parameters{};
  const cudaError_t error = cudaGraphMemsetNodeGetParams(node, &parameters);
  return error != cudaSuccess ? error : cudaGraphAddMemsetNode(added, graph, before.data(), before.size(), &parameters);
}

cudaError_t add_event_node(cudaGraphNode_t node, bool record, cudaGraph_t graph, const Predecessors& before,
                           cudaGraphNode_t* added) {
  cudaEvent_t event = nullptr;
  const cudaError_t error =
      record ? cudaGraphEventRecordNodeGetEvent(node, &event) : cudaGraphEventWaitNodeGetEvent(node, &event);
  if (error != cudaSuccess) return error;
  return record ? cudaGraphAddEventRecordNode(added, graph, before.data(), before.size(), event)
                : cudaGraphAddEventWaitNode(added, graph, before.data(), before.size(), event);
}

cudaError_t add_host_node(cudaGraphNode_t node, cudaGraph_t graph, const Predecessors& before, cudaGraphNode_t* added) {
  cudaHostNodeParams parameters{};
  const cudaError_t error = cudaGraphHostNodeGetParams(node, &parameters);
  return error != cudaSuccess ? error : cudaGraphAddHostNode(added, graph, before.data(), before.size(), &parameters);
}

cudaError_t add_like(cudaGraphNode_t node, cudaGraphNodeType type, cudaGraph_t graph, const Predecessors& before,
                     cudaGraphNode_t* added) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return add_kernel(node, graph, before, added);
    case cudaGraphNodeTypeMemcpy:
    case cudaGraphNodeTypeMemset:
      return add_memory_node(node, type == cudaGraphNodeTypeMemcpy, graph, before, added);
    case cudaGraphNodeTypeEventRecord:
    case cudaGraphNodeTypeWaitEvent:
      return add_event_node(node, type == cudaGraphNodeTypeEventRecord, graph, before, added);
    case cudaGraphNodeTypeHost:
      return add_host_node(node, graph, before, added);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(added, graph, before.data(), before.size());
    default:
      return cudaErrorNotSupported;
  }
}

}  // namespace

tl::expected<cudaGraph_t, std::string> rebuild(cudaGraph_t graph, const LinearOrder& order) {
  const auto shape = shape_of(graph);
  if (!shape) return refusal(shape.error());
  std::vector<NodeRole> roles;
  std::ranges::transform(shape->types, std::back_inserter(roles), role_of);
  cudaGraph_t rebuilt = nullptr;
  if (cudaGraphCreate(&rebuilt, 0) != cudaSuccess) return refusal("no graph can be made");
  std::vector<cudaGraphNode_t> added(shape->nodes.size());
  for (const std::size_t i : linearise(roles, shape->edges, order)) {
    Predecessors before;
    for (const auto& [from, to] : shape->edges) {
      if (to == i) before.push_back(added[from]);
    }
    if (const cudaError_t error = add_like(shape->nodes[i], shape->types[i], rebuilt, before, &added[i]);
        error != cudaSuccess) {
      cudaGraphDestroy(rebuilt);
      return refusal(
          fmt::format("it has a node of type {} ({})", static_cast<int>(shape->types[i]), cudaGetErrorName(error)));
    }
  }
  return rebuilt;
}

}  // namespace fencepost::cuda

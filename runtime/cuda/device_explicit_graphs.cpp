#include <fencepost/runtime/cuda/implementation.h>
#include <fencepost/runtime/cuda/kernels.h>

namespace fencepost::cuda {

Outcome Device::Implementation::dispatch_node(const Operation& operation) {
  using Kind = OperationKind;
  switch (operation.kind) {
    case Kind::create_graph:
      return create_graph(operation);
    case Kind::add_node:
      return add_node(operation);
    case Kind::add_edge:
      return add_edge(operation);
    case Kind::add_child:
      return add_child(operation);
    case Kind::update_node:
      return update_node(operation);
    case Kind::enable_node:
      return set_node_enabled(operation, true);
    case Kind::disable_node:
      return set_node_enabled(operation, false);
    default:
      return refuse("this statement is not played");
  }
}

Outcome Device::Implementation::create_graph(const Operation& operation) {
  cudaGraph_t& graph = at(graphs_, operation.graph());
  if (graph != nullptr) retired_graphs_.push_back(graph);
  graph = nullptr;
  built_nodes_[operation.graph()].clear();
  built_occurrences_[operation.graph()] = {};
  return result(cudaGraphCreate(&graph, 0));
}

Outcome Device::Implementation::add_node(const Operation& operation) {
  const cudaGraph_t graph = at(graphs_, operation.graph());
  if (graph == nullptr) return dead_handle();
  auto task = maker_.make(operation, 0);
  if (!task) return refuse(task.error());
  task->author =
      authors_.intern(built_occurrences_[operation.graph()].next(operation.line, operation.label, operation.kind));
  if (!admit(task->author)) return refuse({});
  task->counted = true;
  cudaGraphNode_t node = nullptr;
  const cudaError_t error = add_task_node(graph, *task, device_tables_, &node);
  if (error == cudaSuccess) built_nodes_[operation.graph()][operation.label] = node;
  return result(error);
}

Outcome Device::Implementation::add_edge(const Operation& operation) {
  const cudaGraph_t graph = at(graphs_, operation.graph());
  if (graph == nullptr) return dead_handle();
  const auto& nodes = built_nodes_[operation.graph()];
  const auto from = nodes.find(operation.label);
  const auto to = nodes.find(operation.detail->node);
  if (from == nodes.end() || to == nodes.end()) return refuse("an edge names a node that is not there");
  return result(cudaGraphAddDependencies(graph, &from->second, &to->second, nullptr, 1));
}

Outcome Device::Implementation::add_child(const Operation& operation) {
  const cudaGraph_t graph = at(graphs_, operation.graph());
  cudaGraph_t& child = at(graphs_, operation.detail->graph);
  if (graph == nullptr || child == nullptr) return dead_handle();
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeGraph;
  parameters.graph.graph = child;
  parameters.graph.ownership =
      operation.flags.move ? cudaGraphChildGraphOwnershipMove : cudaGraphChildGraphOwnershipClone;
  cudaGraphNode_t node = nullptr;
  const cudaError_t error = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters);
  if (error != cudaSuccess) return result(error);
  built_nodes_[operation.graph()][operation.label] = node;
  if (operation.flags.move) child = nullptr;
  return result(error);
}

const Device::Implementation::Node* Device::Implementation::named_node(const Executable& executable, LabelId label) {
  const auto found = executable.nodes.find(label);
  if (found != executable.nodes.end()) return &found->second;
  refuse("the changed node is not a kernel of the graph itself");
  return nullptr;
}

Outcome Device::Implementation::update_node(const Operation& operation) {
  const Executable& executable = at(executables_, operation.executable());
  if (executable.handle == nullptr) return dead_handle();
  const Node* node = named_node(executable, operation.detail->node);
  if (node == nullptr) return refuse({});
  auto task = maker_.make(operation, 0);
  if (!task) return refuse(task.error());
  task->author = node->author;
  task->counted = true;
  log_on_device(*task, executions_[task->author], settings_.launches ? settings_.launches(operation.executable()) : 1);
  cudaKernelNodeParams parameters{};
  const cudaError_t error = cudaGraphKernelNodeGetParams(node->handle, &parameters);
  if (error != cudaSuccess) return result(error);
  Tables tables = device_tables_;
  void* arguments[] = {&*task, &tables};
  parameters.kernelParams = arguments;
  return result(cudaGraphExecKernelNodeSetParams(executable.handle, node->handle, &parameters));
}

Outcome Device::Implementation::set_node_enabled(const Operation& operation, bool enabled) {
  Executable& executable = at(executables_, operation.executable());
  if (executable.handle == nullptr) return dead_handle();
  const Node* node = named_node(executable, operation.detail->node);
  if (node == nullptr) return refuse({});
  const cudaError_t error = cudaGraphNodeSetEnabled(executable.handle, node->handle, enabled ? 1 : 0);
  if (error != cudaSuccess) return result(error);
  if (enabled) {
    executable.disabled.erase(node->author);
  } else {
    executable.disabled.insert(node->author);
  }
  return result(error);
}

}  // namespace fencepost::cuda

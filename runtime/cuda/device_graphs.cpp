#include <fencepost/runtime/cuda/implementation.h>
#include <fencepost/runtime/cuda/kernels.h>
#include <fencepost/runtime/cuda/rebuild.h>

#include <algorithm>

namespace fencepost::cuda {
namespace {

cudaStreamCaptureMode mode_of(CaptureMode mode) {
  switch (mode) {
    case CaptureMode::global:
      return cudaStreamCaptureModeGlobal;
    case CaptureMode::thread_local_mode:
      return cudaStreamCaptureModeThreadLocal;
    case CaptureMode::relaxed:
      return cudaStreamCaptureModeRelaxed;
  }
  return cudaStreamCaptureModeGlobal;
}

}  // namespace

Outcome Device::Implementation::begin_capture(const Operation& operation) {
  const Stream& stream = at(streams_, operation.stream);
  if (!stream.alive) return dead_handle();
  const cudaError_t error = cudaStreamBeginCapture(stream.handle, mode_of(operation.detail->capture_mode));
  if (error != cudaSuccess) return result(error);
  origins_[operation.graph()] = operation.stream;
  begun_[operation.stream] = operation.graph();
  cudaGraph_t& graph = at(graphs_, operation.graph());
  if (graph != nullptr) retired_graphs_.push_back(graph);
  graph = nullptr;
  return result(error);
}

Outcome Device::Implementation::end_capture(const Operation& operation) {
  const StreamId id = operation.stream.exists() ? operation.stream : origins_[operation.graph()];
  if (!id.exists() || !at(streams_, id).alive) return dead_handle();
  cudaGraph_t captured = nullptr;
  const cudaError_t error = cudaStreamEndCapture(at(streams_, id).handle, &captured);
  if (error != cudaSuccess) return result(error);
  // By whatever name it is ended, a capture becomes the graph that it was begun as.
  cudaGraph_t& graph = at(graphs_, begun_.at(id));
  graph = captured;
  if (graph == nullptr || settings_.order.kind == LinearOrder::Kind::as_captured) return result(error);
  if (const auto rebuilt = rebuild(captured, settings_.order)) {
    retired_graphs_.push_back(captured);
    graph = *rebuilt;
  } else {
    not_rebuilt = rebuilt.error();
    static_cast<void>(cudaGetLastError());
  }
  return result(error);
}

Outcome Device::Implementation::exchange_capture_mode(const Operation& operation) {
  cudaStreamCaptureMode mode = mode_of(operation.detail->capture_mode);
  return result(cudaThreadExchangeStreamCaptureMode(&mode));
}

Outcome Device::Implementation::instantiate(const Operation& operation) {
  const cudaGraph_t graph = at(graphs_, operation.detail->graph);
  Executable& executable = at(executables_, operation.executable());
  if (executable.handle != nullptr) cudaGraphExecDestroy(executable.handle);
  executable = Executable{};
  if (graph != nullptr) {
    if (const cudaError_t error = sign(graph, operation.executable()); error != cudaSuccess) return result(error);
  }
  const auto flags = static_cast<unsigned long long>(
      operation.flags.auto_free ? cudaGraphInstantiateFlagAutoFreeOnLaunch : cudaGraphInstantiateFlags{});
  return result(cudaGraphInstantiate(&executable.handle, graph, flags));
}

Outcome Device::Implementation::update(const Operation& operation) {
  const cudaGraph_t graph = at(graphs_, operation.detail->graph);
  Executable& executable = at(executables_, operation.executable());
  if (executable.handle == nullptr) return dead_handle();
  executable.authors.clear();
  executable.distinct_authors.clear();
  executable.nodes.clear();
  executable.disabled.clear();
  if (graph != nullptr) {
    if (const cudaError_t error = sign(graph, operation.executable()); error != cudaSuccess) return result(error);
  }
  cudaGraphExecUpdateResultInfo information{};
  return result(cudaGraphExecUpdate(executable.handle, graph, &information));
}

Outcome Device::Implementation::launch(const Operation& operation) {
  Stream& stream = at(streams_, operation.stream);
  const Executable& executable = at(executables_, operation.executable());
  if (!stream.alive) return dead_handle();
  const cudaError_t error = cudaGraphLaunch(executable.handle, stream.handle);
  if (error != cudaSuccess) return result(error);
  std::vector<AuthorId> running;
  std::ranges::copy_if(executable.authors, std::back_inserter(running),
                       [&](AuthorId author) { return !executable.disabled.contains(author); });
  note_issued(stream, running);
  return result(error);
}

Outcome Device::Implementation::destroy_graph(const Operation& operation) {
  cudaGraph_t& graph = at(graphs_, operation.graph());
  if (graph == nullptr) return {};  // Its capture failed: there is nothing to destroy.
  const cudaError_t error = cudaGraphDestroy(graph);
  if (error == cudaSuccess) graph = nullptr;
  return result(error);
}

Outcome Device::Implementation::destroy_executable(const Operation& operation) {
  Executable& executable = at(executables_, operation.executable());
  if (executable.handle == nullptr) return dead_handle();
  const cudaError_t error = cudaGraphExecDestroy(executable.handle);
  if (error == cudaSuccess) executable = Executable{};
  return result(error);
}

cudaError_t Device::Implementation::sign(cudaGraph_t graph, ExecutableId executable) {
  std::size_t count = 0;
  if (const cudaError_t error = cudaGraphGetNodes(graph, nullptr, &count); error != cudaSuccess) return error;
  std::vector<cudaGraphNode_t> nodes(count);
  if (count == 0) return cudaSuccess;
  if (const cudaError_t error = cudaGraphGetNodes(graph, nodes.data(), &count); error != cudaSuccess) return error;
  for (const cudaGraphNode_t node : nodes) {
    if (const cudaError_t error = sign_node(node, executable); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t Device::Implementation::sign_node(cudaGraphNode_t node, ExecutableId executable) {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  if (const cudaError_t error = cudaGraphNodeGetType(node, &type); error != cudaSuccess) return error;
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return sign_kernel(node, executable);
    case cudaGraphNodeTypeHost:
      return sign_host_node(node, executable);
    case cudaGraphNodeTypeGraph:
      return sign_child(node, executable);
    default:
      return cudaSuccess;
  }
}

cudaError_t Device::Implementation::sign_child(cudaGraphNode_t node, ExecutableId executable) {
  cudaGraph_t child = nullptr;
  const cudaError_t error = cudaGraphChildGraphNodeGetGraph(node, &child);
  if (error != cudaSuccess) return error;
  const std::map<LabelId, Node> own = at(executables_, executable).nodes;
  const cudaError_t signed_all = sign(child, executable);
  at(executables_, executable).nodes = own;  // Changes of single nodes are for those of the graph itself.
  return signed_all;
}

cudaError_t Device::Implementation::sign_kernel(cudaGraphNode_t node, ExecutableId executable) {
  cudaKernelNodeParams parameters{};
  const cudaError_t error = cudaGraphKernelNodeGetParams(node, &parameters);
  if (error == cudaErrorInvalidDeviceFunction) {  // A library's kernel, which this runtime does not know.
    static_cast<void>(cudaGetLastError());
    return cudaSuccess;
  }
  if (error != cudaSuccess) return error;
  if (!runs_task(parameters.func)) return cudaSuccess;
  Task task = *static_cast<const Task*>(parameters.kernelParams[0]);
  Tables tables = *static_cast<const Tables*>(parameters.kernelParams[1]);
  sign_task(task, executable, false);
  at(executables_, executable).nodes[authors_[task.author].label] = {node, task.author};
  void* arguments[] = {&task, &tables};
  parameters.kernelParams = arguments;
  return cudaGraphKernelNodeSetParams(node, &parameters);
}

cudaError_t Device::Implementation::sign_host_node(cudaGraphNode_t node, ExecutableId executable) {
  cudaHostNodeParams parameters{};
  const cudaError_t error = cudaGraphHostNodeGetParams(node, &parameters);
  if (error != cudaSuccess) return error;
  host_tasks_.push_back(*static_cast<const HostTask*>(parameters.userData));
  sign_task(host_tasks_.back().task, executable, true);
  parameters.userData = &host_tasks_.back();
  return cudaGraphHostNodeSetParams(node, &parameters);
}

void Device::Implementation::sign_task(Task& task, ExecutableId executable, bool on_host) {
  AuthorKey key = authors_[task.author];
  key.executable = executable;
  task.author = authors_.intern(key);
  if (!admit(task.author)) return;
  const std::uint32_t launches = settings_.launches ? settings_.launches(executable) : 1;
  if (on_host) {
    log_on_host(task, executions_[task.author], launches);
  } else {
    log_on_device(task, executions_[task.author], launches);
  }
  Executable& signed_for = at(executables_, executable);
  if (!signed_for.distinct_authors.insert(task.author).second) refuse("a graph holds the same child twice");
  signed_for.authors.push_back(task.author);
}

Outcome Device::Implementation::update_dependencies(const Operation& operation) {
  const Stream& stream = at(streams_, operation.stream);
  if (!stream.alive) return dead_handle();
  return result(
      cudaStreamUpdateCaptureDependencies(stream.handle, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
}

void Device::Implementation::abandon_captures() {
  for (const Stream& stream : streams_) {
    if (!stream.alive || !capture_of(stream.handle)) continue;
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream.handle, &graph);
    if (graph != nullptr) cudaGraphDestroy(graph);
  }
  static_cast<void>(cudaGetLastError());
}

}  // namespace fencepost::cuda

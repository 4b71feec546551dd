/// A CUDA runtime without a GPU: every piece of work runs on the host at the moment it is enqueued,
/// which is one of the orders that a GPU may choose. Captures, graphs and the statuses of their
/// everyday use are real; what a program does wrong is refused only where these tests look.

#include "fake_runtime.h"

#include <fencepost/runtime/cuda/doctor.h>
#include <fencepost/runtime/cuda/driver.h>
#include <fencepost/runtime/cuda/kernels.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <span>
#include <variant>
#include <vector>

#include <cuda_runtime_api.h>

namespace {

using fencepost::cuda::Tables;
using fencepost::cuda::Task;

struct Kernel {
  Task task;
  Tables tables;
};
struct Copy {
  void* to;
  const void* from;
  std::size_t bytes;
};
struct Fill {
  void* to;
  std::uint32_t pattern;
  std::size_t bytes;
};
struct External {
  cudaEvent_t event;
  bool is_record;
};
/// Sleeps are not slept, so a pause is nothing.
struct Pause {};
struct Child {
  cudaGraph_t graph;
};
using Work = std::variant<Pause, Kernel, Copy, Fill, cudaHostNodeParams, External, Child>;

struct Capture {
  unsigned long long number;
  cudaGraph_t graph;
  cudaStream_t origin;
  bool live = true;
};

}  // namespace

struct CUgraphNode_st {
  Work work;
  std::vector<cudaGraphNode_t> before;
  void* arguments[2] = {nullptr, nullptr};
};
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};
struct CUgraphExec_st {
  struct Step {
    cudaGraphNode_t node;
    Work work;
    bool enabled = true;
  };
  std::vector<Step> steps;
};
struct CUevent_st {
  std::shared_ptr<Capture> capture;  // of the last record, when that was a captured one
  std::vector<cudaGraphNode_t> nodes;
};
struct CUstream_st {
  std::shared_ptr<Capture> capture;
  std::vector<cudaGraphNode_t> newest;
};

namespace {

/// What the process holds.
struct State {
  std::set<cudaStream_t> streams;
  CUstream_st legacy, per_thread;
  unsigned long long captures = 0;
  cudaError_t sticky = cudaSuccess;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
};

State& state() {
  static State instance;
  return instance;
}

CUstream_st& resolve(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy) return state().legacy;
  return stream == cudaStreamPerThread ? state().per_thread : *stream;
}

void perform(const Kernel& kernel) {
  if (kernel.tables.delays[kernel.task.author].before_ns == fencepost::cuda::fault_instead) {
    kernel.tables.started[kernel.task.author] = kernel.task.execution + 1;
    state().sticky = cudaErrorIllegalAddress;
    return;
  }
  Tables tables = kernel.tables;
  tables.delays = nullptr;  // Nothing overtakes anything here, however long it sleeps.
  perform_on_host(kernel.task, tables);
}
void perform(const Pause&) {}
void perform(const Copy& copy) { std::memmove(copy.to, copy.from, copy.bytes); }
void perform(const Fill& fill) {
  std::fill_n(static_cast<std::uint32_t*>(fill.to), fill.bytes / sizeof(std::uint32_t), fill.pattern);
}
void perform(const cudaHostNodeParams& host) { host.fn(host.userData); }
void perform(const External& external) {
  if (external.is_record) external.event->capture.reset();  // Row E31.
}

void perform(const Child& child);

void perform_one(const Work& work) {
  if (state().sticky == cudaSuccess) std::visit([](const auto& each) { perform(each); }, work);
}

/// The nodes in an order in which every edge goes forward; shorter than the graph when edges lead in a circle.
std::vector<cudaGraphNode_t> in_order(cudaGraph_t graph) {
  std::vector<cudaGraphNode_t> order;
  std::set<cudaGraphNode_t> done;
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& node : graph->nodes) {
      const bool ready = std::ranges::all_of(node->before, [&](cudaGraphNode_t each) { return done.contains(each); });
      if (!ready || !done.insert(node.get()).second) continue;
      order.push_back(node.get());
      grows = true;
    }
  }
  return order;
}

void perform(const Child& child) {
  for (const cudaGraphNode_t node : in_order(child.graph)) perform_one(node->work);
}

cudaGraphNode_t add_node(cudaGraph_t graph, Work work, std::vector<cudaGraphNode_t> before) {
  graph->nodes.push_back(std::make_unique<CUgraphNode_st>());
  CUgraphNode_st& node = *graph->nodes.back();
  node.work = std::move(work);
  node.before = std::move(before);
  return &node;
}

cudaError_t add_node(cudaGraph_t graph, Work work, const cudaGraphNode_t* before, std::size_t count,
                     cudaGraphNode_t* added) {
  *added = add_node(graph, std::move(work), {before, before + count});
  return cudaSuccess;
}

cudaError_t enqueue(cudaStream_t handle, Work work) {
  if (state().sticky != cudaSuccess) return state().sticky;
  CUstream_st& stream = resolve(handle);
  if (stream.capture) {
    stream.newest = {add_node(stream.capture->graph, std::move(work), stream.newest)};
  } else {
    perform_one(work);
  }
  return cudaSuccess;
}

/// Row E12: what was recorded in a capture that has ended is of no use outside.
bool is_captured(cudaEvent_t event) { return event->capture != nullptr; }

template <class Which>
Which& part(cudaGraphNode_t node) {
  return std::get<Which>(node->work);
}

}  // namespace

namespace fencepost::cuda {

Diagnosis examine() { return {{}, true, {}}; }
void forget_sticky_errors() { state().sticky = cudaSuccess; }

cudaError_t launch_task(const Task& task, const Tables& tables, cudaStream_t stream, bool /*early*/) {
  return enqueue(stream, Kernel{task, tables});
}
cudaError_t add_task_node(cudaGraph_t graph, Task task, Tables tables, cudaGraphNode_t* node) {
  *node = ::add_node(graph, Kernel{task, tables}, {});
  return state().sticky;
}
cudaError_t launch_pause(AuthorId /*author*/, Moment /*moment*/, const Tables& /*tables*/, cudaStream_t stream) {
  return enqueue(stream, Pause{});
}
cudaError_t launch_initialise(Word* words, std::uint64_t first_index, std::uint64_t count, cudaStream_t /*stream*/) {
  for (std::uint64_t i = 0; i < count; ++i) words[i] = initial_word(first_index + i);
  return state().sticky;
}
bool runs_task(const void* function) { return function == reinterpret_cast<const void*>(&launch_task); }
cudaError_t fill_words(void* target, std::uint32_t pattern, std::size_t bytes, cudaStream_t stream) {
  return enqueue(stream, Fill{target, pattern, bytes});
}

}  // namespace fencepost::cuda

// Memory.
cudaError_t cudaMalloc(void** memory, size_t bytes) {
  *memory = std::malloc(bytes);
  return state().sticky;
}
cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned /*flags*/) { return cudaMalloc(memory, bytes); }
cudaError_t cudaFree(void* memory) {
  std::free(memory);
  return state().sticky;
}
cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind /*kind*/) {
  if (bytes != 0) std::memmove(to, from, bytes);
  return state().sticky;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind /*kind*/, cudaStream_t stream) {
  return enqueue(stream, Copy{to, from, bytes});
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t /*stream*/) {
  std::memset(to, value, bytes);
  return state().sticky;
}

// Errors and threads.
cudaError_t cudaGetLastError() { return state().sticky; }
const char* cudaGetErrorName(cudaError_t /*error*/) { return "an error of the fake runtime"; }
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  std::swap(state().mode, *mode);
  return state().sticky;
}
cudaError_t cudaDeviceSynchronize() { return state().sticky; }

// Streams.
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned /*flags*/, int /*priority*/) {
  *stream = new CUstream_st;
  state().streams.insert(*stream);
  return state().sticky;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  state().streams.erase(stream);
  delete stream;
  return state().sticky;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return resolve(stream).capture ? cudaErrorStreamCaptureUnsupported : state().sticky;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return cudaStreamQuery(stream); }
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return enqueue(stream, cudaHostNodeParams{function, data});
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
  CUstream_st& stream = resolve(handle);
  if ((flags & cudaEventWaitExternal) != 0) return enqueue(handle, External{event, false});
  if (!is_captured(event)) return state().sticky;
  if (!event->capture->live) return cudaErrorInvalidValue;
  if (!stream.capture) stream.capture = event->capture;
  stream.newest.insert(stream.newest.end(), event->nodes.begin(), event->nodes.end());
  return cudaSuccess;
}

// Events.
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned /*flags*/) {
  *event = new CUevent_st;
  return state().sticky;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return state().sticky;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t handle, unsigned flags) {
  if ((flags & cudaEventRecordExternal) != 0) return enqueue(handle, External{event, true});
  const CUstream_st& stream = resolve(handle);
  event->capture = stream.capture;
  event->nodes = stream.newest;
  return state().sticky;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
cudaError_t cudaEventQuery(cudaEvent_t event) { return is_captured(event) ? cudaErrorInvalidValue : state().sticky; }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return cudaEventQuery(event); }

// Captures.
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode /*mode*/) {
  if (resolve(stream).capture) return cudaErrorIllegalState;
  resolve(stream).capture = std::make_shared<Capture>(++state().captures, new CUgraph_st, stream);
  return state().sticky;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const std::shared_ptr<Capture> capture = resolve(stream).capture;
  *graph = nullptr;
  if (!capture) return cudaErrorIllegalState;
  for (const cudaStream_t each : state().streams) {
    if (each->capture == capture) *each = CUstream_st{};
  }
  capture->live = false;
  *graph = capture->graph;
  return state().sticky;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status = resolve(stream).capture ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* number,
                                     cudaGraph_t* /*graph*/, const cudaGraphNode_t** /*nodes*/,
                                     const cudaGraphEdgeData** /*edges*/, size_t* /*count*/) {
  if (resolve(stream).capture) *number = resolve(stream).capture->number;
  return cudaStreamIsCapturing(stream, status);
}

// Graphs.
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned /*flags*/) {
  *graph = new CUgraph_st;
  return state().sticky;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return state().sticky;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  *count = graph->nodes.size();
  if (nodes != nullptr) std::ranges::transform(graph->nodes, nodes, [](const auto& node) { return node.get(); });
  return state().sticky;
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* data,
                              size_t* count) {
  std::size_t found = 0;
  for (const auto& node : graph->nodes) {
    for (const cudaGraphNode_t before : node->before) {
      if (from != nullptr) {
        from[found] = before;
        to[found] = node.get();
        data[found] = {};
      }
      ++found;
    }
  }
  *count = found;
  return state().sticky;
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  constexpr cudaGraphNodeType types[] = {cudaGraphNodeTypeEmpty,  cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy,
                                         cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost,   cudaGraphNodeTypeWaitEvent,
                                         cudaGraphNodeTypeGraph};
  *type = types[node->work.index()];
  if (const auto* external = std::get_if<External>(&node->work); external != nullptr && external->is_record) {
    *type = cudaGraphNodeTypeEventRecord;
  }
  return state().sticky;
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  node->arguments[0] = &part<Kernel>(node).task;
  node->arguments[1] = &part<Kernel>(node).tables;
  parameters->func = reinterpret_cast<void*>(&fencepost::cuda::launch_task);
  parameters->kernelParams = node->arguments;
  return state().sticky;
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  part<Kernel>(node) = {*static_cast<const Task*>(parameters->kernelParams[0]),
                        *static_cast<const Tables*>(parameters->kernelParams[1])};
  return state().sticky;
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t /*to*/, cudaGraphNode_t /*from*/) { return cudaSuccess; }
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  *parameters = part<cudaHostNodeParams>(node);
  return state().sticky;
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  part<cudaHostNodeParams>(node) = *parameters;
  return state().sticky;
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  const Copy& copy = part<Copy>(node);
  *parameters = {};
  parameters->srcPtr = {const_cast<void*>(copy.from), copy.bytes, copy.bytes, 1};
  parameters->dstPtr = {copy.to, copy.bytes, copy.bytes, 1};
  parameters->extent = {copy.bytes, 1, 1};
  return state().sticky;
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  const Fill& fill = part<Fill>(node);
  *parameters = {fill.to, fill.bytes, fill.pattern, sizeof(std::uint32_t), fill.bytes / sizeof(std::uint32_t), 1};
  return state().sticky;
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  *event = part<External>(node).event;
  return state().sticky;
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return cudaGraphEventRecordNodeGetEvent(node, event);
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* added, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   size_t count, const cudaKernelNodeParams* parameters) {
  return add_node(graph,
                  Kernel{*static_cast<const Task*>(parameters->kernelParams[0]),
                         *static_cast<const Tables*>(parameters->kernelParams[1])},
                  before, count, added);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* added, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   size_t count, const cudaMemcpy3DParms* parameters) {
  return add_node(graph, Copy{parameters->dstPtr.ptr, parameters->srcPtr.ptr, parameters->extent.width}, before, count,
                  added);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* added, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   size_t count, const cudaMemsetParams* parameters) {
  return add_node(graph, Fill{parameters->dst, parameters->value, parameters->width * sizeof(std::uint32_t)}, before,
                  count, added);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* added, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                 const cudaHostNodeParams* parameters) {
  return add_node(graph, *parameters, before, count, added);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* added, cudaGraph_t graph, const cudaGraphNode_t* before,
                                  size_t count) {
  return add_node(graph, Pause{}, before, count, added);
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* added, cudaGraph_t graph, const cudaGraphNode_t* before,
                                        size_t count, cudaEvent_t event) {
  return add_node(graph, External{event, true}, before, count, added);
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* added, cudaGraph_t graph, const cudaGraphNode_t* before,
                                      size_t count, cudaEvent_t event) {
  return add_node(graph, External{event, false}, before, count, added);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* added, cudaGraph_t graph, const cudaGraphNode_t* before,
                             const cudaGraphEdgeData* /*data*/, size_t count, cudaGraphNodeParams* parameters) {
  // The only kind of node that the player adds in this way. A moved child is as good as a copied one here.
  return add_node(graph, Child{parameters->graph.graph}, before, count, added);
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  *graph = part<Child>(node).graph;
  return state().sticky;
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t /*graph*/, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* /*data*/, size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i]->before.push_back(from[i]);
  return state().sticky;
}
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData* /*data*/, size_t count, unsigned /*flags*/) {
  if (!resolve(stream).capture) return cudaErrorIllegalState;
  resolve(stream).newest.assign(nodes, nodes + count);
  return state().sticky;
}

// Executables.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* /*why*/) {
  if (graph == nullptr) return cudaErrorInvalidValue;
  executable->steps.clear();
  for (const cudaGraphNode_t node : in_order(graph)) executable->steps.push_back({node, node->work});
  return executable->steps.size() == graph->nodes.size() ? state().sticky : cudaErrorInvalidValue;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long /*flags*/) {
  if (graph == nullptr) return cudaErrorInvalidValue;
  auto made = std::make_unique<CUgraphExec_st>();
  const cudaError_t error = cudaGraphExecUpdate(made.get(), graph, nullptr);
  if (error == cudaSuccess) *executable = made.release();
  return error;
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  std::ranges::find(executable->steps, node, &CUgraphExec_st::Step::node)->work = Kernel{
      *static_cast<const Task*>(parameters->kernelParams[0]), *static_cast<const Tables*>(parameters->kernelParams[1])};
  return state().sticky;
}
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned enabled) {
  std::ranges::find(executable->steps, node, &CUgraphExec_st::Step::node)->enabled = enabled != 0;
  return state().sticky;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  delete executable;
  return state().sticky;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  if (executable == nullptr) return cudaErrorInvalidValue;
  if (resolve(stream).capture) return cudaErrorStreamCaptureUnsupported;
  for (const CUgraphExec_st::Step& step : executable->steps) {
    if (step.enabled) perform_one(step.work);
  }
  return state().sticky;
}

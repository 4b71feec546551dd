/// Calls a second on a GPU: a schedule in lockstep with the model, and the same CUDA calls made bare.

#include <fencepost/runtime/cuda/card_run.h>
#include <fencepost/runtime/cuda/doctor.h>
#include <fencepost/runtime/cuda/kernels.h>
#include <fencepost/runtime/cuda/workspace.h>
#include <fencepost/traces/builder.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace fencepost::bench {

namespace {

constexpr std::size_t stream_count = 4;
constexpr std::size_t rounds = 250;
/// A kernel, a record and a wait of the next stream.
constexpr std::size_t calls_of_a_round = 3;

cuda::Workspace* workspace() {
  static const auto made = [] {
    auto workspace = cuda::Workspace::make();
    return workspace ? std::move(*workspace) : nullptr;
  }();
  return made.get();
}

bool skipped(benchmark::State& state) {
  static const cuda::Diagnosis diagnosis = cuda::examine();
  if (!diagnosis.can_play) state.SkipWithError(("needs a GPU: " + diagnosis.why_not).c_str());
  return !diagnosis.can_play;
}

void report(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rounds * calls_of_a_round));
}

Schedule chain() {
  ScheduleBuilder builder;
  std::array<StreamId, stream_count> streams;
  std::array<EventId, stream_count> events;
  for (std::size_t i = 0; i < stream_count; ++i) {
    streams[i] = builder.stream("s" + std::to_string(i));
    events[i] = builder.event("e" + std::to_string(i));
  }
  const auto bytes = builder.buffer("bytes", 4096);
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t here = round % stream_count;
    builder.kernel("work", streams[here]).updates(bytes);
    builder.record(events[here], streams[here]);
    builder.wait(events[here], streams[(round + 1) % stream_count]);
  }
  return builder.built();
}

void in_lockstep(benchmark::State& state) {
  if (skipped(state)) return;
  const auto prepared = cuda::Prepared::make(chain());
  cuda::Watchdog watchdog;
  for (auto _ : state) {
    const auto result =
        cuda::run_on_card(**prepared, *workspace(), {}, watchdog, [](const cuda::DeviceProgress&) { std::abort(); });
    if (!result.complete()) state.SkipWithError("the card did not play the schedule");
    state.SetIterationTime(std::chrono::duration<double>(result.time).count());
  }
  report(state);
}
BENCHMARK(in_lockstep)->UseManualTime()->Unit(benchmark::kMicrosecond);

void bare_calls(benchmark::State& state) {
  if (skipped(state)) return;
  std::array<cudaStream_t, stream_count> streams{};
  std::array<cudaEvent_t, stream_count> events{};
  for (std::size_t i = 0; i < stream_count; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
  }
  cuda::Task task;
  task.ranges[0] = {workspace()->arenas().device, 1, AccessMode::update};
  task.range_count = task.log_stride = 1;
  const cuda::Tables tables = workspace()->tables();
  workspace()->reset(1);
  for (auto _ : state) {
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::size_t here = round % stream_count;
      cuda::launch_task(task, tables, streams[here]);
      cudaEventRecord(events[here], streams[here]);
      cudaStreamWaitEvent(streams[(round + 1) % stream_count], events[here]);
    }
    cudaDeviceSynchronize();
  }
  report(state);
  for (std::size_t i = 0; i < stream_count; ++i) {
    cudaEventDestroy(events[i]);
    cudaStreamDestroy(streams[i]);
  }
}
BENCHMARK(bare_calls)->UseRealTime()->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace fencepost::bench

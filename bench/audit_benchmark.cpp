/// Operations a second of each stage, on the same schedules: parse, play on the model, check.

#include "workload.h"
#include <fencepost/checker/audit.h>
#include <fencepost/model/device.h>
#include <fencepost/model/discard_submissions.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/player.h>
#include <fencepost/traces/printer.h>

#include <array>

#include <benchmark/benchmark.h>

namespace fencepost::bench {

namespace {

Schedule workload(const benchmark::State& state, std::uint32_t dropped_waits = 0) {
  WorkloadSettings settings;
  settings.operations = static_cast<std::size_t>(state.range(0));
  settings.streams = static_cast<std::uint32_t>(state.range(1));
  settings.dropped_waits = dropped_waits;
  return make_workload(settings);
}

void report(benchmark::State& state, const Schedule& schedule) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(schedule.size()));
}

void parse_text(benchmark::State& state) {
  const Schedule schedule = workload(state);
  const std::string text = print(schedule);
  for ([[maybe_unused]] const auto _ : state) benchmark::DoNotOptimize(parse(text));
  report(state, schedule);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void play_on_the_model(benchmark::State& state) {
  const Schedule schedule = workload(state);
  for ([[maybe_unused]] const auto _ : state) {
    model::DiscardSubmissions discard;
    model::Device device(discard);
    play(schedule, device);
    device.finish();
  }
  report(state, schedule);
}

void check(benchmark::State& state, const Schedule& schedule) {
  std::size_t hazards = 0;
  std::uint64_t accesses = 0;
  for ([[maybe_unused]] const auto _ : state) {
    const checker::Report found = checker::audit(schedule, {.rules = {}, .explain = false, .fixes = false, .text = {}});
    hazards = found.hazards.size();
    accesses += found.accesses;
  }
  report(state, schedule);
  state.counters["hazards"] = static_cast<double>(hazards);
  state.counters["accesses"] = benchmark::Counter(static_cast<double>(accesses), benchmark::Counter::kIsRate);
}

void check_clean(benchmark::State& state) { check(state, workload(state)); }

/// One wait in two thousand is missing.
void check_racy(benchmark::State& state) { check(state, workload(state, 5)); }

/// Sizes that the streams leave room for: declaring one takes ten operations.
void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t operations : {1'000, 10'000, 100'000, 1'000'000}) {
    for (const std::int64_t streams : {8, 64, 512}) {
      if (streams * 20 <= operations) benchmark->Args({operations, streams});
    }
  }
  benchmark->ArgNames({"operations", "streams"})->Unit(benchmark::kMillisecond);
}

BENCHMARK(parse_text)->Apply(sizes);
BENCHMARK(play_on_the_model)->Apply(sizes);
BENCHMARK(check_clean)->Apply(sizes);
BENCHMARK(check_racy)->Apply(sizes);

}  // namespace

}  // namespace fencepost::bench

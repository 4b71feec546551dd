#include <fencepost/runtime/cuda/card_run.h>
#include <fencepost/runtime/cuda/status_codes.h>
#include <fencepost/runtime/cuda/workspace.h>

#include <algorithm>
#include <array>

namespace fencepost::cuda {
namespace {

/// Compares the memory of the whole run with what issue order leaves, kind by kind.
void compare_final_memory(const Prepared& prepared, Workspace& workspace, std::vector<WrongValue>& wrong) {
  const Coordinates& coordinates = prepared.coordinates();
  const std::span<const Word> expected = prepared.reference().memory();
  const std::span<const Word> on_device = workspace.read_device_arena(coordinates.size());
  const Arenas arenas = workspace.arenas();
  for (std::uint32_t cell = 0; cell < coordinates.size(); ++cell) {
    const std::size_t at = std::size_t{cell} * words_per_cell;
    const MemoryKind memory = prepared.memory(cell);
    const Word* found = memory == MemoryKind::device ? on_device.data() : arenas.of(memory);
    if (found == nullptr) continue;
    for (const WrongValue& value : compare_memory(expected.subspan(at, words_per_cell),
                                                  std::span(found + at, words_per_cell), coordinates, cell)) {
      append_wrong(wrong, value);
    }
  }
}

void compare_values(const Prepared& prepared, Workspace& workspace, const Device& device, RunResult& result) {
  const std::array logs{LogView{&device.device_log(), workspace.read_log(device.device_log_size())}, device.host_log()};
  result.values = compare_reads(prepared.reference(), prepared.coordinates(), logs);
  compare_final_memory(prepared, workspace, result.values.wrong);
}

LockstepHooks hooks_of(Device& device, const RunOptions& options) {
  LockstepHooks hooks;
  hooks.before_step = [&](const PreparedStep& step) { device.place_next(step.allocation); };
  hooks.await = [&](std::span<const Progress> progress) { return device.await(progress); };
  hooks.stop = [&] {
    if (options.serialised) static_cast<void>(device.await_eager_work());
    return !device.not_played().empty() || device.sticky_error();
  };
  return hooks;
}

}  // namespace

std::string why_too_large(const Prepared& prepared, const Workspace& workspace) {
  return prepared.coordinates().size() > workspace.limits().cells
             ? "its byte ranges need more memory than was set aside"
             : std::string();
}

RunResult run_on_card(Prepared& prepared, Workspace& workspace, const RunOptions& options, Watchdog& watchdog,
                      const OnHang& on_hang) {
  RunResult result;
  if (const int error = workspace.reset(prepared.coordinates().size()); error != 0) {
    result.sticky_error = StickyError{status_of(error), 0};
    return result;
  }
  DeviceSettings settings;
  settings.delays = options.delays;
  settings.order = options.order;
  settings.patience = options.patience;
  settings.communicators = workspace.communicators();
  settings.launches = [&](ExecutableId executable) { return prepared.script().launches(executable); };
  Device device(workspace, prepared.authors(), prepared.coordinates(), settings);
  const Watchdog::Guard guard(watchdog, options.patience * 5, [&] { on_hang(device.progress()); });
  const auto begin = std::chrono::steady_clock::now();
  result.lockstep = play_in_lockstep(prepared, device, hooks_of(device, options));
  result.not_played = device.not_played();
  if (!result.lockstep.difference && result.not_played.empty()) {
    result.hung = !device.await_idle() && !device.sticky_error();
  }
  result.time = std::chrono::steady_clock::now() - begin;
  result.sticky_error = device.sticky_error();
  if (result.sticky_error) result.progress = device.progress();
  result.not_rebuilt = device.not_rebuilt();
  result.communicators.assign(device.communicators().begin(), device.communicators().end());
  if (result.hung) on_hang(device.progress());
  if (!result.complete()) return result;
  result.driver_placement = canonical_placement(device.driver_blocks());
  result.placed_otherwise = !std::ranges::equal(result.driver_placement, prepared.driver_placement());
  if (!result.placed_otherwise) compare_values(prepared, workspace, device, result);
  return result;
}

}  // namespace fencepost::cuda

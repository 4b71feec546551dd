#include <fencepost/runtime/cuda/unroll.h>

#include <vector>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

struct Loop {
  std::size_t first = 0;  ///< operation after `repeat`
  std::uint64_t left = 0;
};

}  // namespace

tl::expected<Schedule, std::string> unroll(const Schedule& schedule, const UnrollLimits& limits) {
  Schedule result;
  result.names() = schedule.names();
  std::vector<Loop> loops;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    Operation operation = schedule[i];
    if (operation.kind == OperationKind::repeat_begin) {
      const std::uint64_t count = operation.detail->count;
      loops.push_back({i + 1, count == 0 ? limits.forever : count});
    } else if (operation.kind == OperationKind::repeat_end) {
      if (loops.empty()) return tl::unexpected(fmt::format("line {} closes a loop that is not open", operation.line));
      if (--loops.back().left > 0) {
        i = loops.back().first - 1;
      } else {
        loops.pop_back();
      }
    } else {
      if (operation.line == 0) operation.line = static_cast<std::uint32_t>(i + 1);
      if (result.size() == limits.most_operations) {
        return tl::unexpected(fmt::format("it has more than {} operations", limits.most_operations));
      }
      result.append(operation);
    }
  }
  return result;
}

}  // namespace fencepost::cuda

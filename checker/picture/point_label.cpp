#include <fencepost/checker/picture/point_label.h>
#include <fencepost/traces/statement_table.h>

#include <fmt/format.h>

namespace fencepost::checker {

std::string point_label(const CausePoint& point, const Names& names) {
  std::string keyword = full_keyword(statement_of(point.operation));
  switch (point.kind) {
    case CausePoint::Kind::launch_start:
      return fmt::format("launch {} {}", names[point.executable], point.launch_number);
    case CausePoint::Kind::launch_end:
      return fmt::format("end of {} {}", names[point.executable], point.launch_number);
    case CausePoint::Kind::execution:
    case CausePoint::Kind::launch_node:
      break;
  }
  if (point.label.exists()) {
    return std::string(names[point.label]);
  }
  if (point.event.exists()) {
    return fmt::format("{} {}", keyword, names[point.event]);
  }
  return keyword;
}

}  // namespace fencepost::checker

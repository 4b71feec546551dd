#include <fencepost/checker/repair/schedule_map.h>

#include <algorithm>
#include <limits>
#include <ranges>
#include <unordered_map>

namespace fencepost::checker {

ScheduleMap::ScheduleMap(const Schedule& schedule) {
  std::unordered_map<ExecutableId, GraphId> graph_of;
  std::vector<std::size_t> open_loops;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Operation operation = schedule[i];
    switch (operation.kind) {
      case OperationKind::begin_capture:
        captures_.push_back({operation.line, 0, operation.graph(), operation.stream, operation.detail->pool});
        break;
      case OperationKind::end_capture: {
        const auto open = std::ranges::find_if(captures_, [&operation](const CaptureLines& capture) {
          return capture.end == 0 && capture.graph == operation.graph();
        });
        if (open != captures_.end()) {
          open->end = operation.line;
        }
        break;
      }
      case OperationKind::instantiate:
        graph_of[operation.executable()] = operation.detail->graph;
        break;
      case OperationKind::launch:
        launches_.push_back(
            {operation.line, operation.executable(), graph_of[operation.executable()], operation.stream});
        break;
      case OperationKind::add_node:
      case OperationKind::add_child:
      case OperationKind::add_conditional:
        nodes_.push_back({operation.line, operation.label, operation.graph(), operation.detail->graph});
        break;
      case OperationKind::update_dependencies:
        dependency_drops_.push_back(operation.line);
        break;
      case OperationKind::group_begin:
        groups_.push_back({operation.line, 0});
        break;
      case OperationKind::group_end:
        if (!groups_.empty()) {
          groups_.back().end = operation.line;
        }
        break;
      case OperationKind::repeat_begin:
        open_loops.push_back(loops_.size());
        loops_.push_back({operation.line, 0});
        break;
      case OperationKind::repeat_end:
        if (!open_loops.empty()) {
          loops_[open_loops.back()].end = operation.line;
          open_loops.pop_back();
        }
        break;
      case OperationKind::record:
      case OperationKind::wait:
        if (operation.flags.external) {
          external_calls_.push_back({operation.line, operation.kind, operation.event(), operation.stream});
        }
        break;
      default:
        break;
    }
  }
}

std::optional<ScheduleMap::CaptureLines> ScheduleMap::capture_around(std::uint32_t line) const {
  for (const CaptureLines& capture : std::views::reverse(captures_)) {
    if (capture.begin < line && line <= capture.end) {
      return capture;
    }
  }
  return std::nullopt;
}

bool ScheduleMap::in_one_group(std::uint32_t first, std::uint32_t second) const {
  return std::ranges::any_of(
      groups_, [&](const Loop& group) { return group.begin < first && first < second && second < group.end; });
}

LabelId ScheduleMap::node_at(std::uint32_t line, GraphId graph) const {
  const auto node = std::ranges::find(nodes_, line, &AddedNode::line);
  if (node == nodes_.end() || node->graph == graph) {
    return node == nodes_.end() ? LabelId::none() : node->label;
  }
  const auto part = std::ranges::find_if(
      nodes_, [&](const AddedNode& each) { return each.graph == graph && each.child == node->graph; });
  return part == nodes_.end() ? LabelId::none() : part->label;
}

LabelId ScheduleMap::child_around(std::uint32_t line, GraphId graph) const {
  const auto capture = capture_around(line);
  const auto child = std::ranges::find_if(nodes_, [&](const AddedNode& node) {
    return capture && node.graph == graph && node.child.exists() && node.child == capture->graph;
  });
  return child == nodes_.end() ? LabelId::none() : child->label;
}

std::uint32_t ScheduleMap::last_node(GraphId graph) const {
  std::uint32_t last = 0;
  for (const AddedNode& node : nodes_) {
    if (node.graph == graph) last = std::max(last, node.line);
  }
  return last;
}

std::uint32_t ScheduleMap::dependencies_dropped(std::uint32_t after, std::uint32_t before) const {
  const auto between =
      std::ranges::find_if(dependency_drops_, [&](std::uint32_t line) { return after < line && line < before; });
  return between == dependency_drops_.end() ? 0 : *between;
}

std::optional<ScheduleMap::LaunchLine> ScheduleMap::last_launch_before(std::uint32_t line, GraphId graph) const {
  for (const LaunchLine& launch : std::views::reverse(launches_)) {
    if (launch.line < line && launch.graph == graph) {
      return launch;
    }
  }
  return std::nullopt;
}

std::optional<ScheduleMap::LaunchLine> ScheduleMap::last_launch(GraphId graph) const {
  return last_launch_before(std::numeric_limits<std::uint32_t>::max(), graph);
}

std::optional<ScheduleMap::ExternalPair> ScheduleMap::external_pair(const CaptureLines& capture,
                                                                    StreamId stream) const {
  for (const ExternalCall& record : external_calls_) {
    const bool inside = capture.begin < record.line && record.line < capture.end;
    if (!inside || record.kind != OperationKind::record || record.stream != stream) {
      continue;
    }
    const auto wait = std::ranges::find_if(external_calls_, [&](const ExternalCall& call) {
      return call.kind == OperationKind::wait && call.event == record.event && call.stream == capture.origin &&
             record.line < call.line && call.line < capture.end;
    });
    if (wait != external_calls_.end()) {
      return ExternalPair{record.line, wait->line};
    }
  }
  return std::nullopt;
}

std::uint32_t ScheduleMap::after_loops(std::uint32_t line, std::uint32_t outside) const {
  for (const Loop& loop : loops_) {
    const bool holds_line = loop.begin < line && line < loop.end;
    const bool holds_outside = loop.begin < outside && outside < loop.end;
    if (holds_line && !holds_outside) {
      return loop.end;
    }
  }
  return line;
}

}  // namespace fencepost::checker

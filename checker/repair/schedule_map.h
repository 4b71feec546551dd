#pragma once

/// Where things stand in a schedule: captures, loops, launches.

#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fencepost::checker {

class ScheduleMap {
 public:
  explicit ScheduleMap(const Schedule& schedule);

  struct CaptureLines {
    std::uint32_t begin = 0, end = 0;  ///< the lines of `begin_capture` and `end_capture`
    GraphId graph;
    StreamId origin;
    PoolId pool;
  };
  /// The capture between whose lines `line` stands, the innermost when there are several.
  [[nodiscard]] std::optional<CaptureLines> capture_around(std::uint32_t line) const;

  struct LaunchLine {
    std::uint32_t line = 0;
    ExecutableId executable;
    GraphId graph;
    StreamId stream;
  };
  /// The last line before `line` that launches an executable of `graph`.
  [[nodiscard]] std::optional<LaunchLine> last_launch_before(std::uint32_t line, GraphId graph) const;
  /// The last line that launches an executable of `graph`.
  [[nodiscard]] std::optional<LaunchLine> last_launch(GraphId graph) const;

  struct ExternalPair {
    std::uint32_t record = 0, wait = 0;
  };
  /// The first external record on `stream` inside `capture` that an external wait of the origin
  /// follows there.
  [[nodiscard]] std::optional<ExternalPair> external_pair(const CaptureLines& capture, StreamId stream) const;

  /// Whether both lines stand in one group call.
  [[nodiscard]] bool in_one_group(std::uint32_t first, std::uint32_t second) const;
  /// The name of the node of `graph` that line `line` adds, or of the part of it that the line adds a
  /// node to; none when it adds none.
  [[nodiscard]] LabelId node_at(std::uint32_t line, GraphId graph) const;
  /// The name of the child node of `graph` that was captured around `line`; none when there is none.
  [[nodiscard]] LabelId child_around(std::uint32_t line, GraphId graph) const;
  /// The last line that adds a node to `graph`; 0 when none does.
  [[nodiscard]] std::uint32_t last_node(GraphId graph) const;
  /// The first line between two that drops the dependencies of a capturing stream; 0 when none does.
  [[nodiscard]] std::uint32_t dependencies_dropped(std::uint32_t after, std::uint32_t before) const;

  /// The line behind which something runs after `line` for good: `line` itself, or the end of the
  /// outermost loop that holds `line` and not `outside`.
  [[nodiscard]] std::uint32_t after_loops(std::uint32_t line, std::uint32_t outside) const;

 private:
  struct Loop {
    std::uint32_t begin = 0, end = 0;
  };
  std::vector<CaptureLines> captures_;
  std::vector<LaunchLine> launches_;
  struct ExternalCall {
    std::uint32_t line = 0;
    OperationKind kind = OperationKind::record;
    EventId event;
    StreamId stream;
  };
  /// A node or child that is added to a graph.
  struct AddedNode {
    std::uint32_t line = 0;
    LabelId label;
    GraphId graph;
    GraphId child;
  };
  std::vector<AddedNode> nodes_;
  std::vector<std::uint32_t> dependency_drops_;
  std::vector<Loop> groups_;
  std::vector<Loop> loops_;  // outer loops before the loops in them
  std::vector<ExternalCall> external_calls_;
};

}  // namespace fencepost::checker

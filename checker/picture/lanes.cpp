#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/checker/explain/replay.h>
#include <fencepost/checker/picture/canvas.h>
#include <fencepost/checker/picture/lane_layout.h>
#include <fencepost/checker/picture/lanes.h>
#include <fencepost/checker/picture/point_label.h>
#include <fencepost/checker/report/page.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <ostream>
#include <set>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

/// Which hazards have an end at a vertex, by their number in the report.
using Marks = std::map<CauseVertex, std::vector<std::size_t>>;

Marks hazard_marks(const CauseGraph& graph, const Report& report) {
  Marks marks;
  for (std::size_t i = 0; i < report.hazards.size(); ++i) {
    for (const Site* site : {&report.hazards[i].first, &report.hazards[i].second}) {
      if (const CauseVertex vertex = graph.vertex_of(site->execution, site->node); vertex != no_vertex) {
        marks[vertex].push_back(i + 1);
      }
    }
  }
  return marks;
}

/// Which buffer each `alloc` and `free` is about.
std::map<std::uint32_t, BufferId> buffers_by_line(const Schedule& schedule) {
  std::map<std::uint32_t, BufferId> result;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Operation operation = schedule[i];
    if (operation.kind == OperationKind::allocate || operation.kind == OperationKind::release) {
      result[operation.line] = operation.buffer();
    }
  }
  return result;
}

/// Whether an arrow says something that the lanes do not show by themselves.
bool worth_an_arrow(model::EdgeReason reason) {
  switch (reason) {
    case model::EdgeReason::stream:
    case model::EdgeReason::issue:
      return false;
    default:
      return true;
  }
}

class LanesPicture {
 public:
  LanesPicture(std::ostream& out, const CauseGraph& graph, const Schedule& schedule, const Report& report,
               const LanesStyle& style)
      : out_(out),
        graph_(graph),
        names_(schedule.names()),
        buffers_(buffers_by_line(schedule)),
        report_(report),
        style_(style),
        marks_(hazard_marks(graph, report)),
        layout_(lanes(), important_lanes(), style.width) {}

  void write() {
    header();
    std::size_t rows = 0;
    std::size_t hidden = 0;
    for (CauseVertex vertex = 0; vertex < graph_.vertex_count(); ++vertex) {
      const CausePoint point = graph_.point(vertex);
      if (!drawn(point)) {
        continue;
      }
      if (rows >= style_.max_rows) {
        ++hidden;
        continue;
      }
      rows += draw(vertex, point);
    }
    footer(hidden);
  }

 private:
  [[nodiscard]] bool drawn(const CausePoint& point) const {
    if (point.library) {
      return false;
    }
    if (point.kind == CausePoint::Kind::launch_node || point.kind == CausePoint::Kind::launch_end) {
      return style_.expand_launches;
    }
    return point.submission != model::SubmissionKind::host_signal && !is_declaration(point);
  }

  [[nodiscard]] std::vector<Lane> lanes() const {
    std::set<Lane> seen;
    std::vector<Lane> result;
    for (CauseVertex vertex = 0; vertex < graph_.vertex_count(); ++vertex) {
      const CausePoint point = graph_.point(vertex);
      if (drawn(point) && seen.insert(lane_of(point)).second) {
        result.push_back(lane_of(point));
      }
    }
    std::ranges::stable_partition(result, [](const Lane& lane) { return !lane.stream.exists(); });
    return result;
  }

  [[nodiscard]] std::set<Lane> important_lanes() const {
    std::set<Lane> result;
    for (const auto& [vertex, hazards] : marks_) {
      result.insert(lane_of(graph_.point(vertex)));
    }
    return result;
  }

  [[nodiscard]] std::string lane_name(const Lane& lane) const {
    return lane.stream.exists() ? std::string(names_[lane.stream]) : fmt::format("host {}", names_[lane.thread]);
  }

  CanvasRow blank_row() const {
    CanvasRow row(style_.width);
    for (const Lane& lane : layout_.shown()) {
      row.put(*layout_.column(lane), "|");
    }
    return row;
  }

  void header() {
    CanvasRow row(style_.width);
    row.write(0, "line", LaneLayout::gutter);
    for (const Lane& lane : layout_.shown()) {
      row.write(*layout_.column(lane), lane_name(lane), layout_.lane_width() - 1);
    }
    out_ << row.text() << '\n';
  }

  /// The columns from which arrows lead to `vertex`, left to right.
  [[nodiscard]] std::set<std::size_t> arrow_sources(CauseVertex vertex, const Lane& lane) const {
    std::set<std::size_t> result;
    for (const Cause& cause : graph_.causes(vertex)) {
      const CausePoint source = graph_.point(cause.vertex());
      if (source.library) {  // not drawn: the arrow starts where it would have ended
        result.merge(arrow_sources(cause.vertex(), lane));
        continue;
      }
      const bool enters_launch =
          source.kind == CausePoint::Kind::launch_start && cause.reason() == model::EdgeReason::launch;
      const auto column = layout_.column(lane_of(source));
      if (worth_an_arrow(cause.reason()) && !enters_launch && column && lane_of(source) != lane) {
        result.insert(*column);
      }
    }
    return result;
  }

  /// How many rows it took.
  std::size_t draw(CauseVertex vertex, const CausePoint& point) {
    const Lane lane = lane_of(point);
    const auto column = layout_.column(lane);
    if (!column) {
      return 0;
    }
    const std::set<std::size_t> sources = arrow_sources(vertex, lane);
    for (auto source = sources.begin(); source != sources.end() && std::next(source) != sources.end(); ++source) {
      CanvasRow row = blank_row();
      arrow(row, *source, *column, *column + 1);
      out_ << row.text() << '\n';
    }
    CanvasRow row = blank_row();
    row.write(0, point.line == 0 ? "" : fmt::format("{}", point.line), LaneLayout::gutter - 1);
    row.put(*column, glyph(point));
    const std::size_t end = row.write(*column + 2, cell(vertex, point), layout_.lane_width() - 3);
    if (!sources.empty()) {
      arrow(row, *sources.rbegin(), *column, end + 1);
    }
    out_ << row.text() << '\n';
    return std::max<std::size_t>(1, sources.size());
  }

  static void arrow(CanvasRow& row, std::size_t from, std::size_t to, std::size_t text_end) {
    row.put(from, "+");
    if (from < to) {
      row.fill(from + 1, to, "-");
      row.put(to, ">");
    } else {
      row.put(to, "<");
      row.fill(text_end, from, "-");
    }
  }

  static std::string_view glyph(const CausePoint& point) {
    switch (point.kind) {
      case CausePoint::Kind::launch_start:
        return "[";
      case CausePoint::Kind::launch_end:
        return "]";
      case CausePoint::Kind::launch_node:
        return ":";
      case CausePoint::Kind::execution:
        break;
    }
    switch (point.submission) {
      case model::SubmissionKind::record:
        return "o";
      case model::SubmissionKind::wait:
      case model::SubmissionKind::host_wait:
        return "=";
      default:
        return "*";
    }
  }

  [[nodiscard]] std::string cell(CauseVertex vertex, const CausePoint& point) const {
    const auto mark = marks_.find(vertex);
    std::string label = point_label(point, names_);
    if (const auto buffer = buffers_.find(point.line); is_bookkeeping(point) && buffer != buffers_.end()) {
      label += fmt::format(" {}", names_[buffer->second]);
    }
    if (mark == marks_.end()) {
      return label;
    }
    const std::string numbers = fmt::format(" <{}", fmt::join(mark->second, ","));
    const std::size_t room = layout_.lane_width() - 3;
    return shorten(label, room - std::min(room - 1, numbers.size())) + numbers;
  }

  void footer(std::size_t hidden) {
    if (hidden > 0) {
      out_ << fmt::format("… {} more\n", hidden);
    }
    if (!layout_.left_out().empty()) {
      std::vector<std::string> names;
      for (const Lane& lane : layout_.left_out()) {
        names.push_back(lane_name(lane));
      }
      out_ << wrap(fmt::format("not shown for want of room: {}", fmt::join(names, ", ")), 0, style_.width);
    }
    for (std::size_t i = 0; i < report_.hazards.size(); ++i) {
      const Hazard& hazard = report_.hazards[i];
      out_ << fmt::format("<{} {}: {}line {}\n", i + 1, name(hazard.slug),
                          hazard.first.line == 0 ? "" : fmt::format("line {} and ", hazard.first.line),
                          hazard.second.line);
    }
  }

  std::ostream& out_;
  const CauseGraph& graph_;
  const Names& names_;
  std::map<std::uint32_t, BufferId> buffers_;
  const Report& report_;
  LanesStyle style_;
  Marks marks_;
  LaneLayout layout_;
};

}  // namespace

void write_lanes(std::ostream& out, const Schedule& schedule, const Report& report, const LanesStyle& style,
                 const model::Rules& rules) {
  Replay play;
  replay(schedule, rules, play);
  LanesPicture(out, play.graph, schedule, report, style).write();
}

}  // namespace fencepost::checker

#include <fencepost/checker/picture/canvas.h>
#include <fencepost/checker/report/bad_order_lanes.h>

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

constexpr std::size_t indent = 4;
constexpr std::size_t gutter = indent + 7;
constexpr std::string_view second_mark = "<- second";
constexpr std::string_view first_mark = "<- first, too late";
constexpr std::size_t widest_lane = 36;

/// How many words name a statement that has no label: `record sent`, `query event sent`.
std::size_t words_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::query_event:
    case OperationKind::query_stream:
    case OperationKind::synchronize_event:
    case OperationKind::synchronize_stream:
      return 3;
    default:
      return 2;
  }
}

/// The first words of a statement, without its thread.
std::string_view first_words(std::string_view statement, std::size_t count) {
  if (statement.starts_with('@')) statement.remove_prefix(std::min(statement.size(), statement.find(' ') + 1));
  bool quoted = false;
  for (std::size_t i = 0; i < statement.size(); ++i) {
    if (statement[i] == '"' && (i == 0 || statement[i - 1] != '\\')) quoted = !quoted;
    if (statement[i] == ' ' && !quoted && --count == 0) return statement.substr(0, i);
  }
  return statement;
}

/// Takes part in the order of its stream, so that it belongs in the stream's lane.
bool runs_on_its_stream(OperationKind kind) {
  return is_stream_work(kind) || kind == OperationKind::record || kind == OperationKind::wait ||
         kind == OperationKind::launch;
}

struct Row {
  std::string lane;
  std::string cell;
};

/// What stands in each row of an order, by line.
class Rows {
 public:
  Rows(const Hazard& hazard, const Schedule& schedule, const Wording& words) : words_(words) {
    for (const std::uint32_t line : hazard.bad_order) rows_[line];
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      const Operation operation = schedule[i];
      if (const auto row = rows_.find(operation.line); row != rows_.end()) row->second = row_of(operation);
    }
    for (const Site* site : {&hazard.first, &hazard.second}) {
      if (site->phase != Phase::host) rows_[site->line].lane = lane_of(*site);
    }
    for (const std::uint32_t line : hazard.bad_order) {
      if (std::ranges::find(lanes_, rows_[line].lane) == lanes_.end()) lanes_.push_back(rows_[line].lane);
    }
  }

  [[nodiscard]] const std::vector<std::string>& lanes() const { return lanes_; }
  [[nodiscard]] std::size_t lane(std::uint32_t line) const {
    return static_cast<std::size_t>(std::ranges::find(lanes_, rows_.at(line).lane) - lanes_.begin());
  }
  [[nodiscard]] std::string_view cell(std::uint32_t line) const { return rows_.at(line).cell; }

 private:
  [[nodiscard]] Row row_of(const Operation& operation) const {
    const Names& names = words_.names();
    const bool in_its_stream = operation.stream.exists() && runs_on_its_stream(operation.kind);
    return {in_its_stream ? std::string(names[operation.stream]) : fmt::format("host {}", names[operation.thread]),
            operation.label.exists()
                ? std::string(names[operation.label])
                : std::string(first_words(words_.source().statement(operation.line), words_of(operation.kind)))};
  }
  /// Nodes that were not captured are drawn where their graph is launched.
  [[nodiscard]] std::string lane_of(const Site& site) const {
    return std::string(words_.names()[site.stream.exists() ? site.stream : site.launch_stream]);
  }

  const Wording& words_;
  std::map<std::uint32_t, Row> rows_;
  std::vector<std::string> lanes_;
};

}  // namespace

std::vector<std::string> bad_order_lanes(const Hazard& hazard, const Schedule& schedule, const Wording& words) {
  if (hazard.bad_order.empty()) return {};
  const Rows order(hazard, schedule, words);
  const std::vector<std::string>& lanes = order.lanes();
  const std::size_t room = page_width - gutter - first_mark.size() - 1;
  const std::size_t width = std::min(widest_lane, room / lanes.size());
  const auto column = [&](std::size_t lane) { return gutter + lane * width; };

  CanvasRow header(page_width);
  header.write(indent, "line", gutter - indent);
  for (std::size_t i = 0; i < lanes.size(); ++i) header.write(column(i), lanes[i], width - 1);
  std::vector<std::string> rows{header.text()};

  const std::size_t last = hazard.bad_order.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::uint32_t line = hazard.bad_order[i];
    CanvasRow row(page_width);
    row.write(indent, fmt::format("{}", line), gutter - indent);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) row.put(column(lane), "|");
    row.write(column(order.lane(line)), order.cell(line), width - 1);
    const std::size_t marks = column(lanes.size()) + 1;
    if (i == last) row.write(marks, first_mark, first_mark.size());
    if (i == hazard.second_in_bad_order && i != last) row.write(marks, second_mark, second_mark.size());
    rows.push_back(row.text());
  }
  return rows;
}

}  // namespace fencepost::checker

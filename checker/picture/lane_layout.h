#pragma once

/// Which lanes a picture has, and where they stand.

#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/traces/names.h>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::checker {

/// A stream, or a host thread.
struct Lane {
  StreamId stream;
  ThreadId thread;

  friend auto operator<=>(const Lane&, const Lane&) = default;
};

/// The lane a vertex is drawn in: of a node the stream it was captured on, and the launch's where
/// that is unknown.
Lane lane_of(const CausePoint& point);

class LaneLayout {
 public:
  /// Places `lanes` side by side, in their order, in `width` columns behind a gutter. When there is no
  /// room for all, those that are `important` stay.
  LaneLayout(const std::vector<Lane>& lanes, const std::set<Lane>& important, std::size_t width);

  static constexpr std::size_t gutter = 6;
  /// The column of the lane's line; none when it was left out.
  [[nodiscard]] std::optional<std::size_t> column(const Lane& lane) const;
  [[nodiscard]] std::size_t lane_width() const { return lane_width_; }
  [[nodiscard]] const std::vector<Lane>& shown() const { return shown_; }
  [[nodiscard]] const std::vector<Lane>& left_out() const { return left_out_; }

 private:
  std::vector<Lane> shown_;
  std::vector<Lane> left_out_;
  std::map<Lane, std::size_t> columns_;
  std::size_t lane_width_ = 0;
};

}  // namespace fencepost::checker

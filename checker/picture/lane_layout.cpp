#include <fencepost/checker/picture/lane_layout.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

constexpr std::size_t narrowest_lane = 14;
constexpr std::size_t widest_lane = 26;

bool acts_on_host(const CausePoint& point) {
  switch (point.submission) {
    case model::SubmissionKind::host_access:
    case model::SubmissionKind::host_wait:
    case model::SubmissionKind::host_signal:
    case model::SubmissionKind::hand_over:
      return true;
    case model::SubmissionKind::release:
      return !point.stream.exists();
    case model::SubmissionKind::work:
    case model::SubmissionKind::record:
    case model::SubmissionKind::wait:
    case model::SubmissionKind::launch:
      break;
  }
  return false;
}

}  // namespace

Lane lane_of(const CausePoint& point) {
  if (point.kind == CausePoint::Kind::launch_node) {
    return {point.stream.exists() ? point.stream : point.launch_stream, {}};
  }
  return acts_on_host(point) ? Lane{{}, point.thread} : Lane{point.stream, {}};
}

LaneLayout::LaneLayout(const std::vector<Lane>& lanes, const std::set<Lane>& important, std::size_t width) {
  const std::size_t room = std::max<std::size_t>(1, (width - std::min(width, gutter)) / narrowest_lane);
  std::size_t spare = room - std::min(room, important.size());
  for (const Lane& lane : lanes) {
    const bool wanted = important.contains(lane) || spare > 0;
    if (!wanted || shown_.size() == room) {
      left_out_.push_back(lane);
      continue;
    }
    spare -= important.contains(lane) ? 0 : 1;
    shown_.push_back(lane);
  }
  lane_width_ = std::min(widest_lane, (width - std::min(width, gutter)) / std::max<std::size_t>(1, shown_.size()));
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    columns_[shown_[i]] = gutter + i * lane_width_;
  }
}

std::optional<std::size_t> LaneLayout::column(const Lane& lane) const {
  const auto place = columns_.find(lane);
  return place == columns_.end() ? std::nullopt : std::optional(place->second);
}

}  // namespace fencepost::checker

#include <fencepost/checker/reference/byte_history.h>

#include <iterator>
#include <map>
#include <span>

namespace fencepost::checker::reference {

namespace {

constexpr Effect effect_of(AccessMode mode) {
  switch (mode) {
    case AccessMode::read:
      return Effect::read;
    case AccessMode::atomic:
      return Effect::atomic;
    case AccessMode::write:
    case AccessMode::update:
      return Effect::exclusive;
  }
  return Effect::exclusive;
}

struct Content {
  std::vector<Touch> touches;
  std::vector<model::ExecutionId> guarded_hand_overs;
};

/// A region cut where anything begins or ends; each piece starts at its key.
class Pieces {
 public:
  void touch(std::uint64_t lo, std::uint64_t hi, const Touch& touch) {
    each_piece(lo, hi, [&](Content& content) {
      auto& touches = content.touches;
      if (!touches.empty() && touches.back().key == touch.key) {
        if (touches.back().effect != touch.effect) touches.back().effect = Effect::exclusive;
      } else {
        touches.push_back(touch);
      }
    });
  }
  void hand_over(std::uint64_t lo, std::uint64_t hi, model::ExecutionId execution) {
    each_piece(lo, hi, [&](Content& content) { content.guarded_hand_overs.push_back(execution); });
  }
  [[nodiscard]] const std::map<std::uint64_t, Content>& map() const { return pieces_; }

 private:
  void cut(std::uint64_t at) {
    const auto next = pieces_.upper_bound(at);
    pieces_.try_emplace(at, next == pieces_.begin() ? Content{} : std::prev(next)->second);
  }
  template <class Action>
  void each_piece(std::uint64_t lo, std::uint64_t hi, Action action) {
    if (lo >= hi) return;
    cut(lo);
    cut(hi);
    for (auto piece = pieces_.find(lo); piece->first != hi; ++piece) action(piece->second);
  }

  std::map<std::uint64_t, Content> pieces_;
};

}  // namespace

std::vector<ByteHistory> byte_histories(const SubmissionLog& log) {
  std::map<model::RegionId, Pieces> regions;
  const auto touch = [&](AccessKey key, std::span<const model::MemoryAccess> accesses) {
    for (const model::MemoryAccess& access : accesses) {
      regions[access.region].touch(access.lo, access.hi, {key, effect_of(access.mode)});
    }
  };
  for (const model::Submission& submission : log.submissions()) {
    touch({submission.execution, model::no_node}, submission.accesses);
    if (submission.kind == model::SubmissionKind::launch) {
      const model::GraphPlan& graph = *submission.graph;
      for (model::NodeIndex node = 0; node < graph.nodes.size(); ++node) {
        touch({submission.execution, node}, graph.accesses_of(graph.nodes[node]));
      }
    }
    const model::HandOver& bytes = submission.hand_over;
    if (submission.kind == model::SubmissionKind::hand_over && !bytes.discharged.empty()) {
      regions[bytes.region].hand_over(bytes.lo, bytes.hi, submission.execution);
    }
  }

  std::vector<ByteHistory> histories;
  for (const auto& [region, pieces] : regions) {
    for (auto piece = pieces.map().begin(); piece != pieces.map().end(); ++piece) {
      const auto& [lo, content] = *piece;
      if (content.touches.empty()) continue;
      histories.push_back({region, lo, std::next(piece)->first, content.touches, content.guarded_hand_overs});
    }
  }
  return histories;
}

}  // namespace fencepost::checker::reference

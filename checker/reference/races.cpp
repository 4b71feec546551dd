#include <fencepost/checker/reference/races.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace fencepost::checker::reference {

namespace {

bool supersedes(const ByteHistory& byte, const Touch& m, const Touch& a, const Unordered& unordered) {
  if (m.effect == Effect::exclusive) return true;
  return m.effect == a.effect && !unordered(byte, a.key, m.key);
}

template <class Wanted>
std::vector<RacePair> pairs_where(std::span<const ByteHistory> histories, Wanted wanted) {
  std::vector<RacePair> pairs;
  for (const ByteHistory& byte : histories) {
    for (auto later = byte.touches.begin(); later != byte.touches.end(); ++later) {
      for (auto earlier = byte.touches.begin(); earlier != later; ++earlier) {
        if (conflict(earlier->effect, later->effect) && wanted(byte, earlier, later)) {
          pairs.push_back({earlier->key, later->key, byte.region, byte.lo, byte.hi});
        }
      }
    }
  }
  return normalise(std::move(pairs));
}

}  // namespace

Unordered unordered_by(Engine engine, const SubmissionLog& log) {
  using Orders = std::map<std::vector<model::ExecutionId>, std::unique_ptr<HappensBefore>>;
  return [engine, &log, orders = std::make_shared<Orders>()](const ByteHistory& byte, AccessKey a, AccessKey b) {
    auto& order = (*orders)[byte.guarded_hand_overs];
    if (!order) order = engine(log, byte.guarded_hand_overs);
    return !order->ordered(a, b);
  };
}

Unordered unordered_in(std::span<const RacePair> pairs) {
  return [pairs](const ByteHistory& byte, AccessKey a, AccessKey b) {
    const auto [first, last] = std::ranges::equal_range(pairs, std::tuple(a, b, byte.region), {}, [](const auto& pair) {
      return std::tuple(pair.first, pair.second, pair.region);
    });
    return std::any_of(first, last, [&](const RacePair& pair) { return pair.lo <= byte.lo && byte.hi <= pair.hi; });
  };
}

std::vector<RacePair> all_races(std::span<const ByteHistory> histories, const Unordered& unordered) {
  return pairs_where(histories, [&](const ByteHistory& byte, auto earlier, auto later) {
    return unordered(byte, earlier->key, later->key);
  });
}

std::vector<RacePair> frontier(std::span<const ByteHistory> histories, const Unordered& unordered) {
  return pairs_where(histories, [&](const ByteHistory& byte, auto earlier, auto later) {
    const auto superseding = [&](const Touch& m) { return supersedes(byte, m, *earlier, unordered); };
    return std::none_of(std::next(earlier), later, superseding) && unordered(byte, earlier->key, later->key);
  });
}

}  // namespace fencepost::checker::reference

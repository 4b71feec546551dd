#pragma once

// The engine's findings as plain pairs.

#include "../script.h"
#include <fencepost/checker/clocks/clock_engine.h>
#include <fencepost/checker/race_pair.h>

#include <optional>
#include <ostream>
#include <vector>

namespace fencepost::checker::testing {

/// Collects what the engine finds.
class Races final : public model::SubmissionSink, private Findings {
 public:
  struct Foreign {
    AccessKey reader;
    std::optional<AccessKey> writer;
    std::uint64_t lo = 0, hi = 0;
    friend bool operator==(const Foreign&, const Foreign&) = default;
  };

  Races() : engine_(*this) {}

  void accept(const model::Submission& submission) override { learned_.push_back(engine_.submit(submission)); }
  void accept(const model::RefusedCall& /*refused*/) override {}
  void accept(const std::shared_ptr<const model::GraphPlan>& /*graph*/) override {}

  [[nodiscard]] std::vector<RacePair> pairs() const { return normalise(races_); }
  [[nodiscard]] const std::vector<Foreign>& foreign() const { return foreign_; }
  [[nodiscard]] bool learned_last() const { return learned_.back(); }
  ClockEngine& engine() { return engine_; }

 private:
  static AccessKey key(const Party& party) { return {party.execution, party.node}; }
  void unordered(const Encounter& encounter) override {
    races_.push_back({key(encounter.first), key(encounter.second), encounter.region, encounter.lo, encounter.hi});
  }
  void foreign_read(const Party& reader, const std::optional<Party>& writer, model::RegionId /*region*/,
                    std::uint64_t lo, std::uint64_t hi) override {
    foreign_.push_back({key(reader), writer ? std::optional{key(*writer)} : std::nullopt, lo, hi});
  }

  ClockEngine engine_;
  std::vector<RacePair> races_;
  std::vector<Foreign> foreign_;
  std::vector<bool> learned_;
};

inline AccessKey at(const model::CompletionPoint& point, model::NodeIndex node = model::no_node) {
  return {point.execution, node};
}
inline RacePair race(AccessKey first, AccessKey second, std::uint64_t lo = 0, std::uint64_t hi = 8) {
  return {first, second, model::RegionId{0}, lo, hi};
}

}  // namespace fencepost::checker::testing

namespace fencepost::checker {

inline void PrintTo(const AccessKey& key, std::ostream* out) {
  *out << key.execution;
  if (key.node != model::no_node) *out << '.' << key.node;
}
inline void PrintTo(const RacePair& pair, std::ostream* out) {
  PrintTo(pair.first, out);
  *out << " || ";
  PrintTo(pair.second, out);
  *out << " [" << pair.lo << ':' << pair.hi << ')';
}

}  // namespace fencepost::checker

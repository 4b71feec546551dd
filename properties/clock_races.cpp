#include <fencepost/checker/clocks/clock_engine.h>
#include <fencepost/properties/clock_races.h>

#include <optional>
#include <utility>

namespace fencepost::properties {

namespace {

class RaceCollector final : public checker::Findings {
 public:
  void unordered(const checker::Encounter& encounter) override {
    races_.push_back({key(encounter.first), key(encounter.second), encounter.region, encounter.lo, encounter.hi});
  }
  void foreign_read(const checker::Party& /*reader*/, const std::optional<checker::Party>& /*writer*/,
                    model::RegionId /*region*/, std::uint64_t /*lo*/, std::uint64_t /*hi*/) override {}

  std::vector<checker::RacePair> take() { return normalise(std::move(races_)); }

 private:
  static checker::AccessKey key(const checker::Party& party) { return {party.execution, party.node}; }

  std::vector<checker::RacePair> races_;
};

}  // namespace

std::vector<checker::RacePair> clock_races(const checker::SubmissionLog& log) {
  RaceCollector races;
  checker::ClockEngine engine(races);
  for (const model::Submission& submission : log.submissions()) engine.submit(submission);
  return races.take();
}

}  // namespace fencepost::properties

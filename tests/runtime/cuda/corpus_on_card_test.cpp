#include "preparing.h"
#include <fencepost/checker/audit.h>
#include <fencepost/runtime/cuda/replay_files.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace fencepost::cuda {
namespace {

constexpr std::uint32_t replays = 100;
constexpr std::uint32_t slices = 8;

struct Trace {
  std::string path;
  Schedule schedule;
};

const std::deque<Trace>& corpus() {
  static const std::deque<Trace> traces = [] {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(FENCEPOST_CORPUS)) {
      if (entry.path().extension() == ".trace") paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::deque<Trace> read;
    for (const auto& path : paths) {
      std::ifstream stream(path, std::ios::binary);
      auto schedule = parse(std::string{std::istreambuf_iterator<char>(stream), {}}, path.string());
      read.push_back({path.lexically_relative(FENCEPOST_CORPUS).string(), std::move(schedule).value()});
    }
    return read;
  }();
  return traces;
}

std::vector<HazardToShow> hazards_of(const Schedule& schedule) {
  checker::AuditOptions options;
  options.explain = false;
  options.fixes = false;
  std::vector<HazardToShow> hazards;
  for (const checker::Hazard& hazard : checker::audit(schedule, options).hazards) {
    hazards.push_back({std::string(name(hazard.slug)), hazard.question == checker::Question::order, hazard.first.line,
                       hazard.second.line, hazard.first.executable, hazard.region, hazard.lo, hazard.hi});
  }
  return hazards;
}

/// A fault that some delay must bring about.
bool has_value_fault(const Schedule& schedule) {
  const auto prepared = Prepared::make(schedule);
  const std::vector<HazardToShow> hazards = hazards_of(schedule);
  return prepared.has_value() && std::ranges::any_of(hazards, [&](const HazardToShow& hazard) {
           return why_exempt(**prepared, hazard).empty();
         });
}

TEST(Corpus, HasSoManyTracesWithValueFaults) {
  EXPECT_EQ(std::ranges::count_if(corpus(), [](const Trace& trace) { return has_value_fault(trace.schedule); }), 130);
}

class CorpusOnTheCard : public testing::TestWithParam<std::uint32_t> {
 protected:
  void SetUp() override {
    prepare_environment();
    static const Examination examination = examine_in_child();
    if (!examination.can_play) GTEST_SKIP() << "needs a GPU: " << examination.why_not;
  }
};

TEST_P(CorpusOnTheCard, AgreesAndShowsEveryValueFault) {
  ReplayFiles request;
  for (std::size_t i = GetParam(); i < corpus().size(); i += slices) {
    request.files.push_back({corpus()[i].path, &corpus()[i].schedule});
  }
  request.options.aimed_runs = request.options.seeded_runs = replays;
  request.options.relinearise = true;
  request.hazards_of = hazards_of;
  replay_files(request, [](const FileReport& report) {
    std::cout << to_json(report) << std::endl;
    EXPECT_TRUE(report.outcome == FileReport::Outcome::agreed || report.outcome == FileReport::Outcome::not_played)
        << to_text(report);
    for (const HazardOnCard& hazard : report.hazards) {
      if (!hazard.exempt.empty()) continue;
      EXPECT_GE(hazard.shown, replays - 1) << to_text(report);
    }
    if (!report.hazards.empty()) return;
    EXPECT_EQ(report.wrong_runs, 0U) << to_text(report);
  });
}

INSTANTIATE_TEST_SUITE_P(Slices, CorpusOnTheCard, testing::Range(0U, slices));

}  // namespace
}  // namespace fencepost::cuda

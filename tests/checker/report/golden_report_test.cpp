/// The report on one trace for each kind of hazard and of note, and on each fault of the hall of hazards,
/// word for word. `scripts/update-golden-reports` writes them anew; a reviewer reads the difference.

#include <algorithm>
#include <checker/report/corpus_reports.h>
#include <corpus/corpus.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

namespace fs = std::filesystem;
using fencepost::tests::case_name;
using fencepost::tests::corpus_traces;
using ::testing::AnyOf;
using ::testing::HasSubstr;

struct GoldenReport {
  std::string name;   ///< of the file, without `.txt`
  std::string trace;  ///< below the corpus, without `.trace`
};

void PrintTo(const GoldenReport& report, std::ostream* out) { *out << report.name; }

/// Each kind of hazard and note by its name, with a trace that shows it.
const std::vector<GoldenReport>& reports_by_kind() {
  static const std::vector<GoldenReport> reports{
      {"reuse-before-last-read", "megatron/p3-fp32-sum-is-the-last-reader"},
      {"reuse-before-last-write", "field/b51-stream-blind-arena"},
      {"read-before-write", "cuda/e10-wait-keeps-its-record"},
      {"overwrite-before-last-read", "field/b10-bucket-refilled-too-early"},
      {"unordered-writes", "field/b05-fill-races-combine"},
      {"eager-wait-on-captured-fence", "megatron/p8-captured-fence-waited-eagerly"},
      {"captured-wait-on-eager-fence", "megatron/p7-warm-fence-waited-in-capture"},
      {"captured-wait-on-ended-capture", "cuda/e15-captured-wait-on-an-ended-capture"},
      {"stale-external-record", "megatron/p1-external-event-orders-nothing"},
      {"capture-borrows-eager-bytes", "megatron/p4-capture-borrows-eager-scratch"},
      {"capture-bytes-cached-for-eager", "megatron/p5-capture-feeds-the-eager-pool"},
      {"replay-after-free", "field/b39-input-swapped-after-capture"},
      {"replay-overwrites-live", "field/b02-workspace-born-in-a-capture"},
      {"output-overwritten", "field/b66-static-gradient-overwritten"},
      {"use-before-alloc", "pools/async-use-before-alloc"},
      {"use-after-free", "field/b01-free-node-on-the-wrong-branch"},
      {"double-free", "pools/raw-double-free"},
      {"read-of-unwritten", "megatron/f5-registered-tail-not-zeroed"},
      {"pool-exhausted-in-capture", "megatron/p9-drain-skipped-in-capture"},
      {"memory-node-misuse", "field/b41-allocation-node-without-a-free"},
      {"host-staging-race", "field/b61-host-reads-before-the-download"},
      {"capture-unjoined", "field/b33-side-streams-not-joined"},
      {"capture-merged", "cuda/k06-two-captures-meet"},
      {"capture-invalidated", "cuda/m05-synchronise-from-another-thread"},
      {"capture-escape", "field/b34-library-kernel-escapes-the-capture"},
      {"communicator-race", "field/b55-graphs-share-a-communicator"},
      {"dead-handle", "field/b21-recorded-stream-destroyed"},
      {"wrong-device", "field/b19-fence-of-another-device"},
      {"refused-call", "cuda/e19-external-flag-outside-a-capture"},
      {"wrong-value", "graphs/version-not-there-yet"},
      {"window-lifetime", "communicators/window-deregistered-beside-a-collective"},
      {"window-mismatch", "communicators/window-of-another-communicator"},
      {"teardown-order", "communicators/communicator-destroyed-before-its-graph"},
      {"deadlock", "cuda/value-written-behind-a-synchronisation"},
      {"leak", "graphs/graph-memory-left-behind"},
      {"pool-growth", "pools/pinned-blocks-pile-up-in-a-loop"},
      {"latent-hand-over", "pools/free-protected-by-luck"},
      {"unprotected-release", "pools/free-nobody-has-taken-yet"},
      {"redundant-wait", "cuda/redundant-wait"},
      {"void-wait", "cuda/e09-wait-for-nothing"},
      {"empty-capture", "field/b35-empty-recorded-graph"},
  };
  return reports;
}

/// The faults of the hall of hazards; their twins are clean.
std::vector<GoldenReport> reports_of_the_hall() {
  std::vector<GoldenReport> reports;
  for (const std::string& trace : corpus_traces()) {
    const std::string name = trace.substr(0, trace.rfind(".trace"));
    if (name.starts_with("hall/") && !name.ends_with(".fixed")) reports.push_back({name, name});
  }
  return reports;
}

std::vector<GoldenReport> all_reports() {
  std::vector<GoldenReport> reports = reports_by_kind();
  std::ranges::move(reports_of_the_hall(), std::back_inserter(reports));
  return reports;
}

fs::path file_of(const GoldenReport& report) { return fs::path(FENCEPOST_GOLDEN_FOLDER) / (report.name + ".txt"); }

bool updating() { return std::getenv("FENCEPOST_UPDATE_GOLDEN") != nullptr; }

void write_golden(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

class Golden : public ::testing::TestWithParam<GoldenReport> {};

TEST_P(Golden, ReportIsUnchanged) {
  const std::string text = report_on(GetParam().trace);
  if (updating()) write_golden(file_of(GetParam()), text);
  EXPECT_EQ(text, content_of(file_of(GetParam())))
      << "If this is what the report should say now, run scripts/update-golden-reports and review the difference.";
}

INSTANTIATE_TEST_SUITE_P(Kinds, Golden, ::testing::ValuesIn(reports_by_kind()),
                         [](const auto& instance) { return case_name(instance.param.name); });
INSTANTIATE_TEST_SUITE_P(Hall, Golden, ::testing::ValuesIn(reports_of_the_hall()),
                         [](const auto& instance) { return case_name(instance.param.name); });

TEST(GoldenReports, AreAboutWhatTheirNamesSay) {
  for (const GoldenReport& report : reports_by_kind()) {
    EXPECT_THAT(content_of(file_of(report)),
                AnyOf(HasSubstr(": " + report.name + "\n"), HasSubstr("\nnote: " + report.name + ": ")));
  }
}

TEST(GoldenReports, CoverEveryKindThatTheCorpusShows) {
  std::set<std::string_view> covered;
  for (const GoldenReport& report : reports_by_kind()) covered.insert(report.name);
  const auto expect_covered = [&](std::string_view kind, const std::string& trace) {
    EXPECT_TRUE(covered.contains(kind)) << "Add {\"" << kind << "\", \"" << trace
                                        << "\"} above, then run scripts/update-golden-reports.";
  };
  for (const Told& one : told()) {
    for (const Hazard& hazard : one.report.hazards) expect_covered(name(hazard.slug), one.trace);
    for (const Note& note : one.report.notes) expect_covered(name(note.kind), one.trace);
  }
}

TEST(GoldenReports, HaveNoFileThatNobodyCompares) {
  std::set<fs::path> compared;
  for (const GoldenReport& report : all_reports()) compared.insert(file_of(report));
  for (const auto& entry : fs::recursive_directory_iterator(FENCEPOST_GOLDEN_FOLDER)) {
    if (entry.path().extension() != ".txt") continue;
    EXPECT_TRUE(compared.contains(entry.path())) << entry.path();
  }
}

}  // namespace
}  // namespace fencepost::checker

/// Checks the staging ring three ways: as it is, without its wait, and in lockstep with a driver
/// that hides a refused call.

#include "training_job.h"
#include <fencepost/model/device.h>
#include <fencepost/model/discard_submissions.h>
#include <fencepost/properties/suite.h>

#include <cstdio>
#include <cstdlib>

namespace {

using fencepost::properties::CaseFinding;
using fencepost::properties::ProgramSuite;
using fencepost::properties::SuiteResult;

constexpr std::uint64_t cases = 500;
constexpr std::uint64_t seed = 1;

SuiteResult run(const ProgramSuite& suite) {
  fencepost::properties::SuiteRun how;
  how.cases = cases;
  how.jobs = 2;
  return run_suite(suite, how);
}

bool expect(bool holds, const char* what) {
  std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
  return holds;
}

/// Stands for a driver, or for a card: the model once more, except that launches answer wrongly.
class OddDriver final : public fencepost::Device {
 public:
  fencepost::Outcome submit(const fencepost::Operation& operation) override {
    fencepost::Outcome outcome = model_.submit(operation);
    if (operation.kind == fencepost::OperationKind::launch) outcome.status = fencepost::Status::cudaErrorInvalidValue;
    return outcome;
  }

 private:
  fencepost::model::DiscardSubmissions discard_;
  fencepost::model::Device model_{discard_};
};

bool the_ring_is_clean() {
  const SuiteResult result = run(ProgramSuite("staging-ring", training_job(true), seed));
  std::printf("%llu cases, %llu operations, %llu launches\n", static_cast<unsigned long long>(result.counts[0]),
              static_cast<unsigned long long>(result.counts[1]), static_cast<unsigned long long>(result.counts[2]));
  return expect(!result.found && result.counts[2] > 100, "the ring is clean, and graphs were launched");
}

bool the_missing_wait_is_found() {
  const ProgramSuite suite("staging-ring", training_job(false), seed);
  const SuiteResult result = run(suite);
  if (!expect(result.found.has_value(), "without its wait a hazard is found")) return false;
  const CaseFinding finding = suite.investigate(*result.found);
  std::printf("%s", finding.trace.c_str());
  return expect(suite.still_shows(finding.trace) == true, "the small trace still shows it");
}

bool lockstep_sees_a_wrong_answer() {
  const ProgramSuite suite("staging-ring", training_job(true), seed);
  std::uint64_t differing = 0;
  for (std::uint64_t number = 0; number < 50; ++number) {
    OddDriver driver;
    differing += suite.compare(number, driver).empty() ? 0 : 1;
  }
  return expect(differing > 0 && differing < 50, "in lockstep a driver that answers wrongly differs where it does");
}

}  // namespace

int main() {
  const bool good = the_ring_is_clean() && the_missing_wait_is_found() && lockstep_sees_a_wrong_answer();
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

#pragma once

/// What tests need that run on a GPU, and skip visibly without one.

#include "preparing.h"
#include <fencepost/runtime/cuda/card_run.h>
#include <fencepost/runtime/cuda/doctor.h>
#include <fencepost/runtime/cuda/workspace.h>

#include <memory>

#include <gtest/gtest.h>

namespace fencepost::cuda {

/// One workspace for all tests of the process.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    static const Diagnosis diagnosis = examine();
    if (!diagnosis.can_play) GTEST_SKIP() << "needs a GPU: " << diagnosis.why_not;
    static const auto shared = Workspace::make();
    ASSERT_TRUE(shared.has_value()) << shared.error();
    workspace_ = shared->get();
  }

  RunResult run(Prepared& schedule, const RunOptions& options = {}) {
    return run_on_card(schedule, *workspace_, options, watchdog_, [](const DeviceProgress&) { std::abort(); });
  }
  RunResult run(const std::string& statements, const RunOptions& options = {}) {
    return run(*prepared(statements), options);
  }
  static RunOptions delayed(std::uint32_t line) {
    RunOptions options;
    options.delays = DelayPlan::aimed(line, Moment::before_first_access, std::chrono::microseconds(500));
    return options;
  }

  Workspace* workspace_ = nullptr;
  Watchdog watchdog_;
};

}  // namespace fencepost::cuda

#include <fencepost/runtime/cuda/doctor.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

TEST(Doctor, SpeaksOnEveryMachine) {
  const Diagnosis diagnosis = examine();
  for (const char* name : {"built", "driver", "CUDA runtime", "NCCL", "CUPTI"}) {
    EXPECT_EQ(std::ranges::count(diagnosis.facts, name, &Fact::name), 1) << name;
  }
  EXPECT_EQ(diagnosis.can_play, diagnosis.why_not.empty());
}

TEST(DoctorText, AlignsFacts) {
  const Diagnosis diagnosis{{{"driver", "none"}, {"CUDA runtime", "13.0"}}, false, "there is no GPU"};
  EXPECT_EQ(to_text(diagnosis),
            "driver        none\n"
            "CUDA runtime  13.0\n");
}

}  // namespace
}  // namespace fencepost::cuda

#include "card.h"

namespace fencepost::cli {

namespace {

constexpr const char* reason =
    "this program was built without a CUDA toolkit; install one (12.0 or newer), configure with "
    "-DFENCEPOST_CUDA=ON and build again";

}  // namespace

CardExamination examine_card() { return {"runtime/cuda  not built\nruntime/nccl  not built\n", false, reason}; }

void play_on_card(const ReplayOptions& /*options*/, std::span<const NamedSchedule> /*schedules*/,
                  const std::function<void(const CardVerdict&)>& /*done*/) {}

}  // namespace fencepost::cli

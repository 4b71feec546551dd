#include "training_job.h"

#include "staging_ring.h"
#include <fencepost/traces/issuer.h>

using fencepost::BufferHandle;
using fencepost::Issuer;
using fencepost::KiB;
using fencepost::StreamId;

namespace {

constexpr std::uint64_t bytes = 4 * KiB;

struct Job {
  Issuer& issuer;
  StagingRing ring;
  StreamId compute, copier;
  BufferHandle archive;

  void step() {
    const BufferHandle staged = ring.take(compute);
    issuer.kernel("produce", compute).writes(staged);
    ring.send(compute, copier, archive);
  }

  /// Both streams in one graph: the copy stream is joined before the capture ends.
  void replayed_step(std::uint32_t launches) {
    issuer.synchronize_device();  // events of eager steps must not be waited for inside the capture
    const BufferHandle scratch = issuer.buffer("scratch", bytes);
    const auto forked = issuer.event("forked");
    const auto joined = issuer.event("joined");
    const auto graph = issuer.begin_capture("step", compute);
    issuer.kernel("produce_scratch", compute).writes(scratch);
    issuer.record(forked, compute);
    issuer.wait(forked, copier);
    issuer.copy("stage_scratch", copier, scratch, archive);
    issuer.record(joined, copier);
    issuer.wait(joined, compute);
    issuer.end_capture(graph);
    const auto executable = issuer.instantiate("step", graph);
    for (std::uint32_t launch = 0; launch < launches; ++launch) issuer.launch(executable, compute);
    issuer.synchronize_device();
    issuer.destroy(executable);
  }
};

}  // namespace

fencepost::properties::Program training_job(bool waits_for_last_copy) {
  return [=](fencepost::properties::ChoiceSource& choices, fencepost::Device& device, fencepost::Names& names) {
    Issuer issuer(device, names);
    const StreamId compute = issuer.stream("compute");
    const StreamId copier = issuer.stream("copier");
    const BufferHandle archive = issuer.buffer("archive", bytes);
    Job job{issuer, StagingRing(issuer, 1 + choices.choose(4), bytes, waits_for_last_copy), compute, copier, archive};
    const std::uint32_t steps = 1 + choices.choose(8);
    for (std::uint32_t number = 0; number < steps; ++number) job.step();
    if (choices.chance(1, 2)) job.replayed_step(1 + choices.choose(3));
  };
}

#include "gpu.h"

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

/// What holds whichever of the legal orders a device takes: on a GPU, and on the fake runtime.
class AnyDevice : public GpuTest {};

TEST_F(AnyDevice, ComputesWhatTheReferenceComputes) {
  const RunResult result = run(R"(stream main
communicator group ranks=4
buffer grads 4KiB
buffer shard 1KiB
buffer host_shard 1KiB memory=pinned
kernel backward stream=main writes=grads
kernel more stream=main updates=grads[1KiB:3KiB]
kernel count stream=main atomics=grads[0:1KiB]
reduce_scatter scatter communicator=group stream=main reads=grads writes=shard
fill clear stream=main to=grads
copy fetch stream=main from=shard to=host_shard
synchronize stream main
host look reads=host_shard
)");
  EXPECT_TRUE(result.complete());
  EXPECT_TRUE(result.values.empty());
}

constexpr const char* all_kinds_of_nodes = R"(stream main
stream side
event forked
event joined
event outside
communicator group ranks=2
buffer a 4KiB
buffer b 4KiB
buffer staged 4KiB memory=pinned
begin_capture graph stream=main
fill clear stream=main to=a
kernel one stream=main updates=a
record forked stream=main
wait forked stream=side
all_reduce sum communicator=group stream=side reads=a writes=b
copy fetch stream=side from=b to=staged
host_function look stream=side reads=staged
record joined stream=side
wait joined stream=main
kernel two stream=main updates=a
record outside stream=main external
end_capture graph
instantiate x from=graph
instantiate y from=graph
launch x stream=main
launch x stream=main
launch y stream=main
)";

TEST_F(AnyDevice, ReplaysGraphsWithAllKindsOfNodes) {
  const RunResult result = run(all_kinds_of_nodes);
  EXPECT_TRUE(result.complete()) << result.not_played;
  EXPECT_TRUE(result.values.empty());
}

TEST_F(AnyDevice, RebuildsThemInEveryOrder) {
  using Kind = LinearOrder::Kind;
  for (const Kind kind : {Kind::waits_first, Kind::reversed, Kind::seeded}) {
    RunOptions options;
    options.order = {kind, 3};
    const RunResult result = run(all_kinds_of_nodes, options);
    EXPECT_TRUE(result.complete()) << result.not_played;
    EXPECT_EQ(result.not_rebuilt, "");
    EXPECT_TRUE(result.values.empty()) << describe(options.order);
  }
}

TEST_F(AnyDevice, KeepsCapturesStatuses) {
  const RunResult result = run(R"(stream main
stream other
event captured
begin_capture graph stream=main
record captured stream=main
end_capture graph
wait captured stream=other expect=cudaErrorInvalidValue
synchronize event captured expect=cudaErrorInvalidValue
)");
  EXPECT_FALSE(result.lockstep.difference.has_value());
}

TEST_F(AnyDevice, SynchronisesAndQueriesOneStream) {
  const RunResult result = run(R"(stream main
stream side
event done
buffer a 4KiB
buffer b 4KiB memory=pinned
kernel make stream=side writes=a
query stream main
query stream side ready=yes
copy fetch stream=side from=a to=b
record done stream=side
query event done ready=yes
synchronize event done
synchronize stream side
host look reads=b
)");
  EXPECT_TRUE(result.complete());
  EXPECT_TRUE(result.values.empty());
}

TEST_F(AnyDevice, UsesThreadsOfItsOwn) {
  const RunResult result = run(R"(thread loader
stream main
stream other
buffer a 4KiB
start loader
begin_capture graph stream=main mode=thread_local
kernel one stream=main writes=a
@loader synchronize stream other expect=success
end_capture graph expect=success
join loader
)");
  EXPECT_FALSE(result.lockstep.difference.has_value());
}

TEST_F(AnyDevice, PlaysOneOperationAtATime) {
  RunOptions options;
  options.serialised = true;
  const RunResult result = run(all_kinds_of_nodes, options);
  EXPECT_TRUE(result.complete()) << result.not_played;
  EXPECT_TRUE(result.values.empty());
}

}  // namespace
}  // namespace fencepost::cuda

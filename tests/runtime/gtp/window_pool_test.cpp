#include <fencepost/runtime/gtp/window_pool.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Kind = Command::Kind;

struct WindowPoolTest : ::testing::Test {
  explicit WindowPoolTest(RuleSet rules = {}) : bench({.registered_gathers = true}, rules) {}

  Bench bench;
  Communicator group{bench.execution, "expert", 4};
  Communicator first_group{bench.execution, "dense", 4};
  WindowPool pool{group, first_group};
  BufferHandle parameters = bench.calls.buffer("parameters", 1024);

  void SetUp() override { bench.recorder.take(); }
  std::vector<std::string> statements() { return bench.recorder.take(); }
};

TEST_F(WindowPoolTest, RegistersOnceWhatIsThere) {
  pool.include(parameters);
  pool.include(parameters);
  EXPECT_FALSE(pool.covers(parameters));
  pool.register_with_group(bench.execution);
  EXPECT_TRUE(pool.covers(parameters));
  EXPECT_THAT(statements(), ElementsAre("register_window window.expert.0 buffer=parameters communicator=expert"));
}

TEST_F(WindowPoolTest, TheHookRegistersWhatIsAllocatedLater) {
  const BufferHandle gathered = pool.allocate(bench.execution, "gathered", 1024);
  EXPECT_TRUE(pool.covers(gathered));
  EXPECT_THAT(statements(), ElementsAre("pool window_pool.expert kind=private",
                                        "alloc gathered 1KiB pool=window_pool.expert stream=main",
                                        "register_window window.expert.0 buffer=gathered communicator=expert"));
}

TEST_F(WindowPoolTest, InACaptureTheHookIssuesNothingElse) {
  bench.enter_capture(CapturePhase::full_iteration);
  pool.on_new_memory(bench.execution, parameters);
  EXPECT_THAT(statements(), ElementsAre("register_window window.expert.0 buffer=parameters communicator=expert"));
}

TEST_F(WindowPoolTest, EveryWindowIsDeregisteredOnce) {
  pool.include(parameters);
  pool.register_with_group(bench.execution);
  pool.allocate(bench.execution, "gathered", 1024);
  statements();
  pool.deregister(bench.execution);
  pool.deregister(bench.execution);
  EXPECT_THAT(statements(), ElementsAre("deregister_window window.expert.0", "deregister_window window.expert.1"));
}

struct CollectiveHook : WindowPoolTest {
  CollectiveHook() : WindowPoolTest(RuleSet{}.without(Rule::hook_needs_no_collective)) {}
};

TEST_F(CollectiveHook, MakesAllRanksAgreeAndWaits) {
  pool.on_new_memory(bench.execution, parameters);
  EXPECT_THAT(statements(), ElementsAre("record issued.expert stream=main", "wait issued.expert stream=nccl.expert",
                                        "all_gather agree.expert communicator=expert stream=nccl.expert",
                                        "synchronize stream nccl.expert",
                                        "register_window window.expert.0 buffer=parameters communicator=expert"));
}

/// Which buffers have a window of which communicator, over the whole life of an engine.
std::vector<std::string> registrations(const Configuration& configuration) {
  Recorder recorder;
  Engine engine(configuration, {}, recorder.device(), recorder.names());
  EXPECT_TRUE(engine.run({Kind::warm_up}));
  EXPECT_TRUE(engine.check_invariants().empty());
  return recorder.take({"register_window"});
}

TEST(Windows, HoldBothEndsOfAGatherAndWhatIsSent) {
  const auto found = registrations({.storage = Storage::registered, .registered_gathers = true});
  EXPECT_THAT(found, ElementsAre("register_window window.dense.0 buffer=parameters.0 communicator=dense",
                                 "register_window window.dense.1 buffer=parameters.1 communicator=dense",
                                 "register_window window.dense.2 buffer=gathered.0 communicator=dense",
                                 "register_window window.dense.3 buffer=gathered.1 communicator=dense",
                                 "register_window window.dense.4 buffer=send.b0w1 communicator=dense",
                                 "register_window window.dense.5 buffer=send.b0w0 communicator=dense"));
}

TEST(Windows, EveryGroupHasItsOwn) {
  const auto found = registrations({.experts = true, .storage = Storage::registered});
  EXPECT_THAT(found, ElementsAre("register_window window.expert.0 buffer=send.b0w1 communicator=expert",
                                 "register_window window.dense.0 buffer=send.b0w0 communicator=dense"));
}

TEST(Windows, AreNotUsedUnlessAskedFor) { EXPECT_THAT(registrations({}), IsEmpty()); }

TEST(Windows, EndBehindTheDeviceAndBeforeMemoryAndCommunicators) {
  RecordedEngine recorded({.mode = GraphMode::eager, .blocks = 1, .registered_gathers = true, .buckets = 1});
  ASSERT_TRUE(recorded.run(Kind::eager_step));
  recorded.recorder.take();
  recorded.engine.shut_down();
  const std::vector<std::string> statements =
      recorded.recorder.take({"synchronize", "deregister", "free gathered", "destroy"});
  EXPECT_THAT(statements, ElementsAre("synchronize device", "deregister_window window.dense.0",
                                      "deregister_window window.dense.1", "deregister_window window.dense.2",
                                      "free gathered.0", "free gathered.1", "destroy communicator dense"));
}

}  // namespace
}  // namespace fencepost::gtp::testing

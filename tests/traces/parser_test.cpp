/// What good traces mean. What is wrong with bad ones is in parser_errors_test.cpp.

#include "traces/parsing.h"
#include <fencepost/traces/parser.h>

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost {
namespace {

using namespace std::chrono_literals;
using test::parsed;
using testing::ElementsAre;

std::vector<Access> accesses(const Operation& operation) {
  return {operation.accesses.begin(), operation.accesses.end()};
}

TEST(Parser, AnEmptyScheduleIsAVersionLine) {
  EXPECT_EQ(parsed("").size(), 0U);
  EXPECT_TRUE(parse("\xef\xbb\xbf\n  # a comment\r\n\tfencepost 1 # and another").has_value());
}

TEST(Parser, OperationsStandInFileOrderWithTheirLines) {
  const Schedule schedule = parsed("stream main\n\n# between\nevent sent\nrecord sent stream=main\n");
  ASSERT_EQ(schedule.size(), 3U);
  EXPECT_EQ(schedule[0].kind, OperationKind::create_stream);
  EXPECT_EQ(schedule[0].line, 2U);
  EXPECT_EQ(schedule[1].kind, OperationKind::create_event);
  EXPECT_EQ(schedule[1].line, 5U);
  EXPECT_EQ(schedule[2].kind, OperationKind::record);
  EXPECT_EQ(schedule[2].line, 6U);
}

TEST(Parser, DeclarationsCarryTheirArguments) {
  const Schedule schedule = parsed(
      "device gpu1\n"
      "stream s kind=per_thread device=gpu1 priority=-3\n"
      "buffer b 4KiB memory=pinned device=gpu0\n"
      "pool p kind=graph_memory device=gpu1 profile=torch-main\n"
      "communicator c ranks=8 profile=rccl\n"
      "barrier x threads=2\n");
  const Detail& stream = *schedule[1].detail;
  EXPECT_EQ(stream.stream_kind, StreamKind::per_thread);
  EXPECT_EQ(stream.device, DeviceId{1});
  EXPECT_EQ(stream.priority, -3);
  const Detail& buffer = *schedule[2].detail;
  EXPECT_EQ(buffer.size, 4096U);
  EXPECT_EQ(buffer.memory, MemoryKind::pinned);
  EXPECT_EQ(buffer.device, first_device);
  const Detail& pool = *schedule[3].detail;
  EXPECT_EQ(pool.pool_kind, PoolKind::graph_memory);
  EXPECT_EQ(pool.allocator_profile, AllocatorProfile::torch_main);
  const Detail& communicator = *schedule[4].detail;
  EXPECT_EQ(communicator.count, 8U);
  EXPECT_EQ(communicator.communicator_profile, CommunicatorProfile::rccl);
  EXPECT_EQ(schedule[5].detail->count, 2U);
}

TEST(Parser, DefaultsMeanNotGiven) {
  const Schedule schedule = parsed("stream s kind=nonblocking\nevent e\n");
  EXPECT_EQ(*schedule[0].detail, Detail{});
  EXPECT_EQ(schedule[0].detail, &no_detail());
  EXPECT_FALSE(schedule[0].stream.exists());
}

TEST(Parser, KernelsCarryStreamRangesAndTime) {
  const Schedule schedule = parsed(
      "stream rs\nbuffer a2a 4MiB\nbuffer shard 1KiB\n"
      "kernel fp32_sum stream=rs reads=a2a[0:2MiB],a2a[2MiB:4MiB] writes=shard time=40us early\n");
  const Operation kernel = schedule[3];
  EXPECT_EQ(schedule.names()[kernel.label], "fp32_sum");
  EXPECT_EQ(kernel.stream, StreamId{0});
  EXPECT_EQ(kernel.object, Id<void>::none_value);
  EXPECT_TRUE(kernel.flags.early);
  EXPECT_EQ(kernel.detail->time, 40us);
  const BufferId a2a{0};
  const BufferId shard{1};
  EXPECT_THAT(accesses(kernel), ElementsAre(Access{a2a, AccessMode::read, 0, 0, 2097152},
                                            Access{a2a, AccessMode::read, 0, 2097152, 4194304},
                                            Access{shard, AccessMode::write, 0, 0, 1024}));
}

TEST(Parser, AccessesAreOrderedByModeWhateverTheText) {
  const Schedule schedule = parsed(
      "stream s\nbuffer x 8\nkernel k atomics=x[0:1] updates=x[1:2] writes=x[2:3] reads=x[4:5],x[3:4] stream=s\n");
  const BufferId x{0};
  EXPECT_THAT(accesses(schedule[2]),
              ElementsAre(Access{x, AccessMode::read, 0, 4, 5}, Access{x, AccessMode::read, 0, 3, 4},
                          Access{x, AccessMode::write, 0, 2, 3}, Access{x, AccessMode::update, 0, 1, 2},
                          Access{x, AccessMode::atomic, 0, 0, 1}));
}

TEST(Parser, VersionsNameALaunch) {
  const Schedule schedule = parsed("stream s\nbuffer x 8\nkernel k stream=s reads=x@2,x[0:4]@3\n");
  EXPECT_THAT(accesses(schedule[2]), ElementsAre(Access{BufferId{0}, AccessMode::read, 2, 0, 8},
                                                 Access{BufferId{0}, AccessMode::read, 3, 0, 4}));
}

TEST(Parser, CopiesReadThenWrite) {
  const Schedule schedule = parsed("stream s\nbuffer x 8\nbuffer y 8\ncopy c stream=s to=y from=x sync\n");
  EXPECT_THAT(accesses(schedule[3]), ElementsAre(Access{BufferId{0}, AccessMode::read, 0, 0, 8},
                                                 Access{BufferId{1}, AccessMode::write, 0, 0, 8}));
  EXPECT_TRUE(schedule[3].flags.synchronous);
}

TEST(Parser, FillsAndValueOperationsHaveOneAccess) {
  const Schedule schedule = parsed(
      "stream s\nbuffer x 8\nfill f stream=s to=x\nwrite_value w stream=s to=x[0:4] value=7\n"
      "wait_value v stream=s from=x[4:8] value=0\n");
  EXPECT_THAT(accesses(schedule[2]), ElementsAre(Access{BufferId{0}, AccessMode::write, 0, 0, 8}));
  EXPECT_THAT(accesses(schedule[3]), ElementsAre(Access{BufferId{0}, AccessMode::write, 0, 0, 4}));
  EXPECT_EQ(schedule[3].detail->count, 7U);
  EXPECT_THAT(accesses(schedule[4]), ElementsAre(Access{BufferId{0}, AccessMode::read, 0, 4, 8}));
  EXPECT_EQ(schedule[4].detail->count, 0U);
}

TEST(Parser, CollectivesNameTheirCommunicator) {
  const Schedule schedule = parsed(
      "stream s\nbuffer x 8\ncommunicator dp ranks=4\ngroup_begin\n"
      "reduce_scatter rs communicator=dp stream=s reads=x writes=x[0:2]\ngroup_end\n");
  EXPECT_EQ(schedule[4].kind, OperationKind::reduce_scatter);
  EXPECT_EQ(schedule[4].detail->communicator, CommunicatorId{0});
  EXPECT_TRUE(is_collective(schedule[4].kind));
}

TEST(Parser, EventsAndQueries) {
  const Schedule schedule = parsed(
      "stream s\nevent e\nrecord e stream=s external\nwait e stream=s\nquery event e ready=yes\nquery stream s "
      "ready=no\nquery event e\nsynchronize event e\nsynchronize stream s\nsynchronize device\nsynchronize device "
      "gpu0\n");
  EXPECT_TRUE(schedule[2].flags.external);
  EXPECT_EQ(schedule[2].event(), EventId{0});
  EXPECT_EQ(schedule[2].stream, StreamId{0});
  EXPECT_FALSE(schedule[3].flags.external);
  EXPECT_EQ(schedule[4].detail->ready, true);
  EXPECT_EQ(schedule[5].kind, OperationKind::query_stream);
  EXPECT_EQ(schedule[5].detail->ready, false);
  EXPECT_EQ(schedule[6].detail->ready, std::nullopt);
  EXPECT_EQ(schedule[8].kind, OperationKind::synchronize_stream);
  EXPECT_FALSE(schedule[9].device().exists());
  EXPECT_EQ(schedule[10].device(), first_device);
}

TEST(Parser, ThreadsIssueWhatTheyPrefix) {
  const Schedule schedule = parsed("thread w\nstream s\nstart w\n@w synchronize stream s\n@main join w\n");
  EXPECT_EQ(schedule[2].thread, main_thread);
  EXPECT_EQ(schedule[2].other_thread(), ThreadId{1});
  EXPECT_EQ(schedule[3].thread, ThreadId{1});
  EXPECT_EQ(schedule[4].thread, main_thread);
}

TEST(Parser, MemoryStatements) {
  const Schedule schedule = parsed(
      "stream s\npool p kind=private\nalloc x 2MiB pool=p stream=s at=0x7f00\nrecord_stream x stream=s\n"
      "free x stream=s\ntrim p\n");
  EXPECT_EQ(schedule[2].buffer(), BufferId{0});
  EXPECT_EQ(schedule[2].stream, StreamId{0});
  EXPECT_EQ(schedule[2].detail->size, 2097152U);
  EXPECT_EQ(schedule[2].detail->pool, PoolId{0});
  EXPECT_EQ(schedule[2].detail->address, 0x7f00U);
  EXPECT_EQ(schedule[4].kind, OperationKind::release);
  EXPECT_EQ(schedule[5].pool(), PoolId{0});
}

TEST(Parser, CapturesAndGraphs) {
  const Schedule schedule = parsed(
      "stream s\npool p kind=private\ncapture_mode relaxed\nbegin_capture g stream=s mode=thread_local pool=p\n"
      "end_capture g\ninstantiate x from=g auto_free\nlaunch x stream=s\nupdate x from=g\n");
  EXPECT_EQ(schedule[2].detail->capture_mode, CaptureMode::relaxed);
  EXPECT_EQ(schedule[3].graph(), GraphId{0});
  EXPECT_EQ(schedule[3].detail->capture_mode, CaptureMode::thread_local_mode);
  EXPECT_EQ(schedule[3].detail->pool, PoolId{0});
  EXPECT_FALSE(schedule[4].stream.exists());
  EXPECT_EQ(schedule[5].executable(), ExecutableId{0});
  EXPECT_EQ(schedule[5].detail->graph, GraphId{0});
  EXPECT_TRUE(schedule[5].flags.auto_free);
  EXPECT_EQ(schedule[6].stream, StreamId{0});
}

TEST(Parser, ExplicitGraphsNameTheGraphAsObject) {
  const Schedule schedule = parsed(
      "buffer x 8\ngraph g\ngraph h\nnode a graph=g writes=x\nnode b graph=g reads=x\nedge a b graph=g\n"
      "child c graph=g from=h move\ninstantiate e from=g\nupdate_node e node=a writes=x[0:4]\n");
  EXPECT_EQ(schedule[3].graph(), GraphId{0});
  EXPECT_EQ(schedule.names()[schedule[5].label], "a");
  EXPECT_EQ(schedule.names()[schedule[5].detail->node], "b");
  EXPECT_EQ(schedule[6].graph(), GraphId{0});
  EXPECT_EQ(schedule[6].detail->graph, GraphId{1});
  EXPECT_TRUE(schedule[6].flags.move);
  EXPECT_EQ(schedule[8].executable(), ExecutableId{0});
  EXPECT_EQ(schedule.names()[schedule[8].detail->node], "a");
}

TEST(Parser, StatusesAndNotesMayStandAnywhere) {
  const Schedule schedule = parsed("stream s expect=cudaErrorMemoryAllocation note=\"a \\\"b\\\"\"\n");
  EXPECT_EQ(schedule[0].detail->expected_status, Status::cudaErrorMemoryAllocation);
  EXPECT_EQ(schedule[0].detail->annotation, "a \"b\"");
}

TEST(Parser, QuotedNamesMayHoldAnything) {
  const Schedule schedule = parsed("stream s\nkernel \"void gemm<float, 2>(int) # 1 \\xff\" stream=\"s\"\n");
  EXPECT_EQ(schedule.names()[schedule[1].label], "void gemm<float, 2>(int) # 1 \xff");
}

TEST(Parser, KeywordsAreNoReservedNames) {
  const Schedule schedule = parsed("stream stream\nevent event\nrecord event stream=stream\n");
  EXPECT_EQ(schedule.size(), 3U);
}

TEST(Parser, EachKindOfThingHasItsOwnNamespace) {
  const Schedule schedule = parsed("stream x\nevent x\nbuffer x 1\npool x kind=raw\ngraph x\nkernel x stream=x\n");
  EXPECT_EQ(schedule.size(), 6U);
}

TEST(Parser, ANameMayComeBackAfterItsThingIsGone) {
  EXPECT_EQ(parsed("event e\ndestroy event e\nevent e\n").size(), 3U);
  EXPECT_EQ(parsed("alloc x 4\nfree x\nalloc x 8\n").size(), 3U);
  EXPECT_EQ(parsed("buffer b 4\ncommunicator c ranks=2\nregister_window w buffer=b communicator=c\n"
                   "deregister_window w\nregister_window w buffer=b communicator=c\n")
                .size(),
            5U);
}

TEST(Parser, ABufferHasTheSizeOfItsNewestAllocation) {
  const Schedule schedule = parsed("stream s\nalloc x 4\nfree x\nalloc x 8\nkernel k stream=s reads=x\n");
  EXPECT_EQ(schedule[4].accesses[0].hi, 8U);
}

TEST(Parser, DeadThingsMayBeUsedBecauseThatIsAHazard) {
  EXPECT_EQ(parsed("stream s\nalloc x 4\nfree x\nkernel k stream=s reads=x\nfree x\n").size(), 5U);
  EXPECT_EQ(parsed("stream s\nevent e\ndestroy event e\nrecord e stream=s\n").size(), 4U);
}

TEST(Parser, ARefusedCallCreatesAndDestroysNothing) {
  EXPECT_EQ(parsed("alloc x 4 expect=cudaErrorStreamCaptureUnsupported\nalloc x 4\n").size(), 2U);
  EXPECT_EQ(parsed("stream s\nbegin_capture g stream=s expect=cudaErrorIllegalState\nbegin_capture g stream=s\n"
                   "end_capture g expect=cudaErrorStreamCaptureUnjoined\nbegin_capture g stream=s\n")
                .size(),
            5U);
}

}  // namespace
}  // namespace fencepost

#include "traces/parsing.h"
#include <fencepost/traces/builder.h>
#include <fencepost/traces/printer.h>

#include <chrono>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

using namespace std::chrono_literals;
using test::trace;

TEST(ScheduleBuilder, WritesWhatAPersonWouldWrite) {
  ScheduleBuilder b;
  const auto main = b.stream("main");
  const auto rs = b.stream("rs", {.kind = StreamKind::blocking, .priority = -1});
  const auto sent = b.event("sent");
  const auto graph_pool = b.pool("graph", PoolKind::private_pool);
  const auto shard = b.buffer("shard", 1 * MiB, {.memory = MemoryKind::pinned});
  const auto a2a = b.alloc("a2a", 4 * MiB, {.pool = graph_pool, .stream = main});
  b.kernel("exchange", main).writes(a2a);
  b.record(sent, main);
  b.wait(sent, rs).external();
  b.kernel("fp32_sum", rs).writes(shard).reads(a2a[{0, 2 * MiB}], a2a[{2 * MiB, 4 * MiB}].at_version(1)).time(40us);
  b.free(a2a);
  EXPECT_EQ(print(b.built()), trace("stream main\n"
                                    "stream rs kind=blocking priority=-1\n"
                                    "event sent\n"
                                    "pool graph kind=private\n"
                                    "buffer shard 1MiB memory=pinned\n"
                                    "alloc a2a 4MiB pool=graph stream=main\n"
                                    "kernel exchange stream=main writes=a2a\n"
                                    "record sent stream=main\n"
                                    "wait sent stream=rs external\n"
                                    "kernel fp32_sum stream=rs reads=a2a[0:2MiB],a2a[2MiB:4MiB]@1 writes=shard "
                                    "time=40us\n"
                                    "free a2a\n"));
}

TEST(ScheduleBuilder, CanWriteEveryStatement) {
  ScheduleBuilder b;
  const auto gpu1 = b.device("gpu1");
  const auto worker = b.thread("worker");
  const auto s = b.stream("s");
  const auto e = b.event("e");
  const auto x = b.buffer("x", 64, {.device = gpu1});
  const auto p =
      b.pool("p", PoolKind::registered,
             {.device = gpu1, .profile = AllocatorProfile::torch_main, .graph_capture_record_stream_reuse = true});
  const auto c = b.communicator("c", 2, CommunicatorProfile::loopback);
  const auto signal = b.signal("go");
  const auto barrier = b.barrier("meet", 2);
  const auto mutex = b.mutex("m");
  const auto g = b.graph("g");
  const auto h = b.graph("h");
  b.kernel("k", s).updates(x).atomics(x).early();
  b.copy("cp", s, x[{0, 8}], x[{8, 16}]).synchronous().time(1ms);
  b.fill("f", s, x);
  b.host_function("hf", s).reads(x);
  b.group_begin();
  b.collective(OperationKind::all_to_all, "aa", c, s).reads(x).writes(x);
  b.group_end();
  b.write_value("wv", s, x, 1);
  b.wait_value("ww", s, x, 1);
  b.host_access("check").reads(x);
  b.query(e).ready(true);
  b.query(s).ready(false);
  b.synchronize(e);
  b.synchronize(s);
  b.synchronize_device();
  b.synchronize_device(gpu1);
  b.start(worker);
  b.on(worker).await(signal);
  b.on(main_thread).notify(signal);
  b.join(worker);
  b.arrive(barrier);
  b.lock(mutex);
  b.unlock(mutex);
  b.record_stream(x, s);
  b.unmap(x);
  b.map(x);
  b.trim(p);
  const auto w = b.register_window("w", x, c);
  b.deregister_window(w);
  const auto k = b.begin_capture("k", s, {.mode = CaptureMode::relaxed, .pool = p});
  b.update_dependencies(s);
  b.end_capture(k, s);
  b.capture_mode(CaptureMode::relaxed);
  b.node("n", g).writes(x);
  b.node("o", g);
  b.edge("n", "o", g);
  b.child("i", g, h, true);
  b.conditional("if", g, h);
  const auto z = b.instantiate("z", g, true);
  b.update(z, g);
  b.update_node(z, "n").writes(x[{0, 4}]);
  b.disable_node(z, "n");
  b.enable_node(z, "n");
  b.upload(z, s);
  b.expecting(Status::cudaErrorInvalidValue).noting("why").launch(z, s);
  b.retain_object(z, x);
  b.destroy(s);
  b.destroy(e);
  b.destroy(g);
  b.destroy(z);
  b.destroy(c);
  EXPECT_EQ(
      print(b.built()),
      trace("device gpu1\nthread worker\nstream s\nevent e\nbuffer x 64 device=gpu1\n"
            "pool p kind=registered device=gpu1 profile=torch-main graph_capture_record_stream_reuse\n"
            "communicator c ranks=2 profile=loopback\n"
            "signal go\nbarrier meet threads=2\nmutex m\ngraph g\ngraph h\n"
            "kernel k stream=s updates=x atomics=x early\ncopy cp stream=s from=x[0:8] to=x[8:16] sync time=1ms\n"
            "fill f stream=s to=x\nhost_function hf stream=s reads=x\ngroup_begin\n"
            "all_to_all aa communicator=c stream=s reads=x writes=x\ngroup_end\n"
            "write_value wv stream=s to=x value=1\nwait_value ww stream=s from=x value=1\nhost check reads=x\n"
            "query event e ready=yes\nquery stream s ready=no\nsynchronize event e\nsynchronize stream s\n"
            "synchronize device\nsynchronize device gpu1\nstart worker\n@worker await go\nnotify go\n"
            "join worker\narrive meet\nlock m\nunlock m\nrecord_stream x stream=s\nunmap x\nmap x\ntrim p\n"
            "register_window w buffer=x communicator=c\nderegister_window w\n"
            "begin_capture k stream=s mode=relaxed pool=p\nupdate_dependencies stream=s\nend_capture k stream=s\n"
            "capture_mode relaxed\nnode n graph=g writes=x\nnode o graph=g\nedge n o graph=g\n"
            "child i graph=g from=h move\nconditional if graph=g from=h\ninstantiate z from=g auto_free\n"
            "update z from=g\nupdate_node z node=n writes=x[0:4]\ndisable_node z node=n\nenable_node z node=n\n"
            "upload z stream=s\nlaunch z stream=s expect=cudaErrorInvalidValue note=\"why\"\nretain_object z buffer=x\n"
            "destroy stream s\ndestroy event e\ndestroy graph g\ndestroy executable z\n"
            "destroy communicator c\n"));
}

TEST(ScheduleBuilder, NumbersLinesAsPrinted) {
  ScheduleBuilder b;
  b.stream("s");
  b.event("e");
  EXPECT_EQ(b.built()[0].line, 2U);
  EXPECT_EQ(b.built()[1].line, 3U);
}

TEST(ScheduleBuilder, LoopsAndExpectations) {
  ScheduleBuilder b;
  const auto s = b.stream("s");
  b.repeat(3, [&] { b.kernel("k", s); });
  b.repeat_forever([&] { b.kernel("l", s); });
  const auto l = b.last() - 1;
  b.expect_hazard("leak", {.first = 2, .second = l, .bytes = Bytes{0, 4}});
  b.expect_note("void-wait", l);
  b.expect_wrong_value();
  EXPECT_EQ(print(b.built()), trace("stream s\nrepeat 3 {\n  kernel k stream=s\n}\nrepeat forever {\n"
                                    "  kernel l stream=s\n}\nexpect hazard leak first=k second=l bytes=0:4\n"
                                    "expect note void-wait first=l\nexpect wrong_value\n"));
}

TEST(ScheduleBuilder, ExpectingAndNotingMeanTheNextOperationOnly) {
  ScheduleBuilder b;
  b.expecting(Status::success).noting("x").event("e");
  b.event("f");
  b.expect_clean();
  EXPECT_EQ(print(b.take()), trace("event e expect=success note=\"x\"\nevent f\nexpect clean\n"));
}

TEST(Call, IsSubmittedOnceHoweverOftenItIsAsked) {
  ScheduleBuilder b;
  const auto s = b.stream("s");
  {
    auto call = b.kernel("k", s);
    EXPECT_EQ(b.built().size(), 1U);
    EXPECT_EQ(call.outcome().status, Status::success);
    EXPECT_EQ(call.outcome().status, Status::success);
    EXPECT_EQ(b.built().size(), 2U);
  }
  EXPECT_EQ(b.built().size(), 2U);
}

}  // namespace
}  // namespace fencepost

#include "traces/parsing.h"
#include <fencepost/traces/printer.h>

#include <string>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

using test::parsed;
using test::trace;

/// Each statement once with every option it takes, in canonical form.
constexpr std::string_view every_statement =
    "device gpu1\n"
    "thread watchdog\n"
    "stream s kind=blocking device=gpu1 priority=-2\n"
    "stream t\n"
    "event e\n"
    "buffer x 4MiB memory=pinned device=gpu1\n"
    "pool p kind=registered device=gpu1 profile=torch-main graph_capture_record_stream_reuse\n"
    "communicator c ranks=4 profile=loopback\n"
    "signal go\n"
    "barrier meet threads=2\n"
    "mutex m\n"
    "graph g\n"
    "graph h\n"
    "kernel gemm stream=s reads=x[0:1KiB],x[2KiB:3KiB]@2 writes=x[4KiB:5000] updates=x@3 atomics=x time=40us early\n"
    "copy c stream=s from=x[0:64] to=x[64:128] sync time=1ms\n"
    "fill f stream=s to=x sync time=1500ns\n"
    "host_function h stream=s reads=x writes=x updates=x\n"
    "all_reduce ar communicator=c stream=s updates=x time=2s\n"
    "all_gather ag communicator=c stream=s reads=x writes=x\n"
    "reduce_scatter rs communicator=c stream=s reads=x writes=x\n"
    "all_to_all aa communicator=c stream=s reads=x writes=x\n"
    "broadcast b communicator=c stream=s updates=x\n"
    "reduce r communicator=c stream=s updates=x\n"
    "group_begin\n"
    "send s communicator=c stream=s reads=x\n"
    "receive v communicator=c stream=s writes=x\n"
    "group_end\n"
    "write_value w stream=s to=x[0:4] value=1\n"
    "wait_value w stream=s from=x[0:4] value=0\n"
    "host check reads=x writes=x updates=x atomics=x\n"
    "record e stream=s external\n"
    "wait e stream=t external\n"
    "query event e ready=yes\n"
    "query stream s ready=no\n"
    "synchronize event e\n"
    "synchronize stream s\n"
    "synchronize device\n"
    "synchronize device gpu1\n"
    "start watchdog\n"
    "@watchdog await go\n"
    "notify go\n"
    "join watchdog\n"
    "arrive meet\n"
    "lock m\n"
    "unlock m\n"
    "alloc y 100 pool=p stream=s at=0x7f0000001000\n"
    "record_stream y stream=t\n"
    "unmap y\n"
    "map y\n"
    "free y stream=s\n"
    "trim p\n"
    "register_window w buffer=x communicator=c\n"
    "deregister_window w\n"
    "begin_capture k stream=s mode=thread_local pool=p\n"
    "update_dependencies stream=s\n"
    "end_capture k stream=s\n"
    "capture_mode global\n"
    "node n graph=g reads=x writes=x updates=x atomics=x time=1ns\n"
    "node o graph=g\n"
    "edge n o graph=g\n"
    "child i graph=g from=h move\n"
    "conditional if graph=g from=h\n"
    "instantiate z from=g auto_free\n"
    "update z from=g\n"
    "update_node z node=n reads=x writes=x updates=x atomics=x time=1ns\n"
    "disable_node z node=n\n"
    "enable_node z node=n\n"
    "upload z stream=s\n"
    "launch z stream=s expect=cudaErrorInvalidValue note=\"why \\\"not\\\"\"\n"
    "retain_object z\n"
    "retain_object z buffer=x\n"
    "repeat 3 note=\"steps\" {\n"
    "  repeat forever {\n"
    "    kernel \"void f<int>()\" stream=s\n"
    "  }\n"
    "}\n"
    "destroy stream s\n"
    "destroy event e\n"
    "destroy graph g\n"
    "destroy executable z\n"
    "destroy communicator c\n";

TEST(Printer, CanonicalTextIsAFixedPointForEveryStatement) {
  EXPECT_EQ(print(parsed(every_statement)), trace(every_statement));
}

TEST(Printer, EveryKindOfOperationIsInThatText) {
  const Schedule schedule = parsed(every_statement);
  std::vector<bool> seen(operation_kind_count);
  for (std::size_t i = 0; i < schedule.size(); ++i) seen[static_cast<std::size_t>(schedule[i].kind)] = true;
  for (std::size_t kind = 0; kind < seen.size(); ++kind) EXPECT_TRUE(seen[kind]) << "kind " << kind;
}

TEST(Printer, LeavesOutCommentsDefaultsAndThePrefixOfTheMainThread) {
  EXPECT_EQ(print(parsed("# why\nstream s kind=nonblocking priority=0 # main\n@main buffer \"x\" 4096B memory=device\n"
                         "pool p kind=caching profile=torch-2.11\ncommunicator c ranks=2 profile=nccl\n"
                         "begin_capture g mode=global stream=s\nkernel k time=0ns stream=s\n")),
            trace("stream s\nbuffer x 4KiB\npool p kind=caching\ncommunicator c ranks=2\n"
                  "begin_capture g stream=s\nkernel k stream=s\n"));
}

TEST(Printer, PutsOptionsAndAccessesInCanonicalOrder) {
  EXPECT_EQ(print(parsed("buffer x 8\nstream s\nkernel k time=1us writes=x[0:4] reads=x[0:8] stream=s\n")),
            trace("buffer x 8\nstream s\nkernel k stream=s reads=x writes=x[0:4] time=1us\n"));
}

TEST(Printer, AWholeBufferIsItsSizeOnThatLine) {
  EXPECT_EQ(print(parsed("stream s\nalloc x 8\nkernel a stream=s reads=x[0:8]\nfree x\nalloc x 16\n"
                         "kernel b stream=s reads=x[0:8]\n")),
            trace("stream s\nalloc x 8\nkernel a stream=s reads=x\nfree x\nalloc x 16\nkernel b stream=s "
                  "reads=x[0:8]\n"));
}

TEST(Printer, QuotesNamesThatNeedIt) {
  EXPECT_EQ(print(parsed("stream \"s\"\nkernel \"a b\" stream=s\n@\"main\" event \"\\x0a\"\n")),
            trace("stream s\nkernel \"a b\" stream=s\nevent \"\\n\"\n"));
}

TEST(Printer, ExpectationsNameWorkOrItsNewLine) {
  EXPECT_EQ(print(parsed("# a comment that moves lines\nstream s\nexpect hazard leak first=a second=7 bytes=0:1024\n"
                         "kernel a stream=s\nkernel b stream=s\nkernel b stream=s\nexpect note void-wait first=6\n"
                         "event e\nexpect hazard dead-handle first=9\n")),
            trace("stream s\nkernel a stream=s\nkernel b stream=s\nkernel b stream=s\nevent e\n"
                  "expect hazard leak first=a second=5 bytes=0:1KiB\nexpect note void-wait first=4\n"
                  "expect hazard dead-handle first=6\n"));
  EXPECT_EQ(print(parsed("expect clean\n")), trace("expect clean\n"));
  EXPECT_EQ(print(parsed("expect wrong_value\n")), trace("expect wrong_value\n"));
}

TEST(StatementPrinter, PrintsOneStatementWithoutItsSurroundings) {
  const Schedule schedule = parsed("stream s\nrepeat 2 {\nkernel k stream=s\n}\n");
  const StatementPrinter printer(schedule.names());
  EXPECT_EQ(printer.statement(schedule[2]), "kernel k stream=s");
  EXPECT_EQ(printer.statement(schedule[1]), "repeat 2 {");
}

}  // namespace
}  // namespace fencepost

/// What is wrong with bad traces, and how it is said. What good ones mean is in parser_test.cpp.

#include "traces/parsing.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost {
namespace {

using namespace std::string_literals;
using test::fault;
using test::faults;
using test::faults_of_text;
using testing::HasSubstr;

TEST(ParserErrors, TextsThatAreNoTrace) {
  EXPECT_EQ(faults_of_text("").errors.at(0).message, "the trace is empty");
  EXPECT_EQ(faults_of_text("# nothing\n").errors.at(0).message, "the trace is empty");
  EXPECT_EQ(faults_of_text("stream main\n").errors.at(0).message, "this is not a trace");
  EXPECT_EQ(faults_of_text("fencepost\n").errors.at(0).message, "this is not a trace");
  EXPECT_EQ(faults_of_text("fencepost 1x\n").errors.at(0).message, "this is not a trace");
  EXPECT_THAT(faults_of_text("fencepost 2\n").errors.at(0).message, HasSubstr("version 2"));
}

TEST(ParserErrors, ATextThatIsNoTraceHasOneFaultOnly) {
  EXPECT_EQ(faults_of_text("int main() {\nreturn 0;\n}\n").errors.size(), 1U);
}

TEST(ParserErrors, UnknownStatementsSuggestTheNearest) {
  const Diagnostic found = fault("stream main\nkernle gemm stream=main\n");
  EXPECT_EQ(found.line, 3U);
  EXPECT_EQ(found.column, 1U);
  EXPECT_EQ(found.message, "unknown statement `kernle`");
  EXPECT_EQ(found.suggestion, "did you mean `kernel`?");
  EXPECT_EQ(fault("frobnicate\n").suggestion, "");
}

TEST(ParserErrors, HalfOfAStatement) {
  EXPECT_EQ(fault("query\n").message, "`query` what?");
  EXPECT_THAT(fault("destroy buffer b\n").expected, HasSubstr("destroy stream S"));
  EXPECT_EQ(fault("stream\n").message, "a name is missing");
  EXPECT_EQ(fault("buffer b\n").message, "a number is missing");
  EXPECT_EQ(fault("@w kernel\n").message, "no thread is called `w`");
  EXPECT_EQ(fault("@main\n").message, "a statement is missing");
}

TEST(ParserErrors, UndeclaredNamesSuggestTheNearest) {
  const Diagnostic found = fault("stream main\nkernel gemm stream=mian\n");
  EXPECT_EQ(found.line, 3U);
  EXPECT_EQ(found.column, 20U);
  EXPECT_EQ(found.message, "no stream is called `mian`");
  EXPECT_EQ(found.suggestion, "did you mean `main`?");
}

TEST(ParserErrors, UndeclaredNamesSayWhatTheNameIsElsewhere) {
  EXPECT_EQ(fault("event fence\nkernel gemm stream=fence\n").suggestion, "`fence` is an event");
}

TEST(ParserErrors, UndeclaredNamesSayHowToDeclare) {
  EXPECT_THAT(fault("kernel gemm stream=compute\n").suggestion, HasSubstr("`stream compute`"));
  EXPECT_THAT(fault("stream s\nkernel k stream=s reads=x\n").message, HasSubstr("no buffer is called `x`"));
}

TEST(ParserErrors, AnUndeclaredNameIsReportedOnce) {
  EXPECT_EQ(faults("kernel a stream=s\nkernel b stream=s\nkernel c stream=s\n").errors.size(), 1U);
}

TEST(ParserErrors, AFaultyDeclarationIsADeclarationAllTheSame) {
  EXPECT_THAT(fault("stream s knid=legacy\nkernel a stream=s\n").message, HasSubstr("takes no `knid`"));
  EXPECT_EQ(faults("stream s\nbuffer x 0\nkernel a stream=s reads=x[0:8]\n").errors.size(), 1U);
}

TEST(ParserErrors, DoubleDeclarationsSayWhereTheFirstIs) {
  const Diagnostic found = fault("event e\nstream s\nevent e\n");
  EXPECT_EQ(found.line, 4U);
  EXPECT_EQ(found.column, 7U);
  EXPECT_EQ(found.message, "the event `e` exists since line 2");
  EXPECT_THAT(found.suggestion, HasSubstr("destroy it first"));
  EXPECT_THAT(fault("alloc x 4\nalloc x 4\n").suggestion, HasSubstr("free it first"));
  EXPECT_EQ(fault("pool p kind=raw\npool p kind=raw\n").suggestion, "choose another name");
  EXPECT_EQ(fault("thread main\n").message, "the thread `main` exists from the start");
  EXPECT_EQ(fault("device gpu0\n").message, "the device `gpu0` exists from the start");
}

TEST(ParserErrors, MissingOptionsAreNamed) {
  EXPECT_EQ(fault("kernel gemm\n").message, "`stream=` missing");
  EXPECT_EQ(fault("buffer x 4\ncopy c from=x\n").message, "`stream=` and `to=` missing");
  EXPECT_EQ(fault("kernel gemm\n").expected,
            "`kernel NAME stream=S [reads=…] [writes=…] [updates=…] [atomics=…] [time=…] [early]`");
}

TEST(ParserErrors, UnknownOptionsSuggestTheNearest) {
  const Diagnostic found = fault("stream s\nbuffer x 4\nkernel k stream=s raeds=x\n");
  EXPECT_EQ(found.message, "`kernel` takes no `raeds`");
  EXPECT_EQ(found.suggestion, "did you mean `reads`?");
  EXPECT_EQ(found.column, 19U);
  EXPECT_THAT(fault("event e blocking\n").message, HasSubstr("takes no `blocking`"));
  EXPECT_THAT(fault("event e x=1\n").message, HasSubstr("takes no `x`"));
}

TEST(ParserErrors, OptionsAreGivenOnceWithTheirValue) {
  EXPECT_EQ(fault("stream s\nkernel k stream=s stream=s\n").message, "`stream` is given twice");
  EXPECT_EQ(fault("stream s\nkernel k stream=s early early\n").message, "`early` is given twice");
  EXPECT_EQ(fault("stream s\nkernel k stream=s early=yes\n").message, "`early` takes no value");
  EXPECT_EQ(fault("stream s\nkernel k stream\n").message, "`stream` needs a value");
  EXPECT_EQ(fault("stream s\nkernel k stream= time=4us\n").message, "a name is missing");
}

TEST(ParserErrors, WordsAreOfTheirList) {
  const Diagnostic found = fault("stream s kind=legcy\n");
  EXPECT_EQ(found.message, "`legcy` is not known here");
  EXPECT_EQ(found.suggestion, "did you mean `legacy`?");
  EXPECT_EQ(found.expected, "one of nonblocking, blocking, legacy, per_thread");
  EXPECT_THAT(fault("pool p kind=legacy\n").expected, HasSubstr("caching"));
  EXPECT_EQ(fault("event e\nquery event e ready=maybe\n").expected, "one of yes, no");
  EXPECT_EQ(fault("capture_mode\n").message, "a word is missing");
}

TEST(ParserErrors, StatusesAreKnown) {
  const Diagnostic found = fault("event e expect=cudaErrorInvalidValu\n");
  EXPECT_EQ(found.message, "no status is called `cudaErrorInvalidValu`");
  EXPECT_EQ(found.suggestion, "did you mean `cudaErrorInvalidValue`?");
}

TEST(ParserErrors, Ranges) {
  const std::string_view head = "stream s\nbuffer x 16\n";
  const auto with = [head](std::string_view range) {
    return fault(std::string(head) + "kernel k stream=s reads=" + std::string(range) + "\n");
  };
  EXPECT_THAT(with("x[0:17]").message, HasSubstr("outside the buffer"));
  EXPECT_THAT(with("x[0:17]").expected, HasSubstr("at most 16"));
  EXPECT_THAT(with("x[4:4]").message, HasSubstr("empty"));
  EXPECT_THAT(with("x[8:4]").message, HasSubstr("ends before it begins"));
  EXPECT_THAT(with("x[0:8").message, HasSubstr("not closed"));
  EXPECT_THAT(with("x[8]").message, HasSubstr("has no end"));
  EXPECT_THAT(with("x[a:8]").message, HasSubstr("not a number"));
  EXPECT_THAT(with("x@0").message, HasSubstr("no launch"));
  EXPECT_THAT(with("x@4294967296").message, HasSubstr("no launch"));
  EXPECT_THAT(with("x,").message, HasSubstr("name is missing"));
  EXPECT_THAT(with("x, x").message, HasSubstr("name is missing"));
  EXPECT_THAT(with("x[0:18446744073709551616]").message, HasSubstr("too large"));
}

TEST(ParserErrors, TooManyRangesForOneOperation) {
  std::string line = "stream s\nbuffer x 16\nkernel k stream=s reads=x";
  for (int i = 1; i < 65535; ++i) line += ",x";
  EXPECT_EQ(test::parsed(line)[2].accesses.size(), 65535U);
  EXPECT_THAT(fault(line + ",x").message, HasSubstr("too many ranges"));
}

TEST(ParserErrors, SizesAndNumbers) {
  EXPECT_THAT(fault("buffer x 0\n").message, HasSubstr("at least one byte"));
  EXPECT_THAT(fault("buffer x 16777216GiB\nbuffer y 17179869184GiB\n").message, HasSubstr("too large"));
  EXPECT_THAT(fault("buffer x 4MB\n").message, HasSubstr("`MB` is not a unit"));
  EXPECT_THAT(fault("communicator c ranks=0\n").message, HasSubstr("at least one"));
  EXPECT_THAT(fault("stream s priority=2147483648\n").message, HasSubstr("too large"));
  EXPECT_THAT(fault("stream s\nkernel k stream=s time=4\n").message, HasSubstr("unit is missing"));
  EXPECT_THAT(fault("alloc x 4 at=4096\n").message, HasSubstr("not an address"));
}

TEST(ParserErrors, SomethingLeftOver) {
  EXPECT_THAT(fault("event e!\n").message, HasSubstr("unexpected `!`"));
  EXPECT_THAT(fault("buffer x 4 5\n").message, HasSubstr("takes no `5`"));
  EXPECT_THAT(fault("stream s kind=legacy,blocking\n").message, HasSubstr("unexpected `,blocking`"));
  EXPECT_THAT(faults_of_text("fencepost 1 please\n").errors.at(0).message, HasSubstr("nothing more"));
}

TEST(ParserErrors, BytesThatAreNoText) {
  const Diagnostic nul = fault("event e\0f\n"s);
  EXPECT_EQ(nul.line, 2U);
  EXPECT_EQ(nul.column, 8U);
  EXPECT_EQ(nul.message, "control character 0x00");
  EXPECT_EQ(nul.source_line, "event e?f");
  EXPECT_EQ(fault("event e # \xff\n").message, "byte 0xff is not UTF-8");
  EXPECT_EQ(fault("event e\revent f\n").message, "control character 0x0d");
}

TEST(ParserErrors, ColumnsCountCharacters) { EXPECT_EQ(fault("kernel \"größe\" stream=s\n").column, 23U); }

TEST(ParserErrors, LinesAreBounded) {
  const std::string longest = "event e #" + std::string((std::size_t{1} << 20) - 9, 'x');
  EXPECT_EQ(test::parsed(longest).size(), 1U);
  const Diagnostic found = fault(longest + "x\nevent f\n");
  EXPECT_EQ(found.line, 2U);
  EXPECT_THAT(found.message, HasSubstr("too long"));
}

TEST(ParserErrors, QuotesAreClosed) {
  EXPECT_THAT(fault("kernel \"gemm stream=s\n").message, HasSubstr("not closed"));
  EXPECT_THAT(fault("event e note=text\n").message, HasSubstr("needs quotes"));
  EXPECT_THAT(fault("event e note=\"\"\n").message, HasSubstr("empty"));
  EXPECT_THAT(fault("event \"\\u1234\"\n").message, HasSubstr("unknown escape"));
}

TEST(ParserErrors, NodesNeedAName) {
  EXPECT_THAT(fault("graph g\nnode a graph=g\nedge a b graph=g\n").message, HasSubstr("no work is called `b`"));
  EXPECT_THAT(fault("graph g\nnode gemm graph=g\ninstantiate x from=g\nenable_node x node=gem\n").suggestion,
              HasSubstr("`gemm`"));
}

TEST(ParserErrors, AllFaultsUpToTwentyAreListedInOrder) {
  std::string body;
  for (int i = 0; i < 20; ++i) body += "nonsense\n";
  const Diagnostics twenty = faults(body);
  EXPECT_EQ(twenty.errors.size(), 20U);
  EXPECT_FALSE(twenty.truncated);
  EXPECT_EQ(twenty.errors.front().line, 2U);
  EXPECT_EQ(twenty.errors.back().line, 21U);
  const Diagnostics more = faults(body + "nonsense\n");
  EXPECT_EQ(more.errors.size(), 20U);
  EXPECT_TRUE(more.truncated);
}

}  // namespace
}  // namespace fencepost

#include "fixture.h"

#include <unistd.h>

namespace fencepost::tests {

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using BadInput = CommandLine;

/// Bad input is exit status 2 and at least one word about it, never a crash.
void expect_refusal(const Finished& finished, const std::string& complaint) {
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.out + finished.err, HasSubstr(complaint));
}

TEST_F(BadInput, FileThatIsNotThere) {
  expect_refusal(fencepost({"audit", folder() + "/none.trace"}), "No such file or directory");
  expect_refusal(fencepost({"show", folder() + "/none.trace"}), "No such file or directory");
}

TEST_F(BadInput, FileThatMayNotBeRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const std::string path = file("secret.trace", clean_trace);
  std::filesystem::permissions(path, std::filesystem::perms::none);
  expect_refusal(fencepost({"audit", path}), "Permission denied");
}

TEST_F(BadInput, FolderWithoutTraces) {
  file("notes.txt", clean_trace);
  expect_refusal(fencepost({"audit", folder()}), "no .trace file");
}

TEST_F(BadInput, FolderWithoutTracesDoesNotStopTheOthers) {
  file("empty/notes.txt", "");
  const Finished finished = fencepost({"audit", folder() + "/empty", file("a.trace", racy_trace)});
  expect_refusal(finished, "no .trace file");
  EXPECT_THAT(finished.out, HasSubstr("read-before-write"));
}

TEST_F(BadInput, FolderWhereAFileIsMeant) { expect_refusal(fencepost({"show", folder()}), "folder"); }

TEST_F(BadInput, EmptyFile) { expect_refusal(fencepost({"audit", file("a.trace", "")}), "fencepost 1"); }

TEST_F(BadInput, FileOfAnotherFormat) {
  expect_refusal(fencepost({"audit", file("a.trace", std::string_view("\x7f"
                                                                      "ELF\0\x01\xff\xfe",
                                                                      8))}),
                 "a.trace:1");
}

TEST_F(BadInput, FileOfANewerFormat) {
  expect_refusal(fencepost({"audit", file("a.trace", "fencepost 2\nstream s\n")}), "a.trace:1");
}

TEST_F(BadInput, StatementThatDoesNotParseNamesItsLine) {
  expect_refusal(fencepost({"audit", file("a.trace", "fencepost 1\nstream s\nkernal k stream=s\n")}), "a.trace:3");
}

TEST_F(BadInput, TraceThatOnlyTheModelRefusesNamesItsLine) {
  // Giving back what was never allocated is nothing a program can do.
  const Finished finished = fencepost({"audit", file("a.trace", "fencepost 1\nbuffer x 1KiB\nfree x\n")});
  expect_refusal(finished, "a.trace");
  EXPECT_THAT(finished.out, Not(HasSubstr("clean")));
}

TEST_F(BadInput, NoCommand) { expect_refusal(fencepost({}), "subcommand"); }

TEST_F(BadInput, UnknownCommand) { expect_refusal(fencepost({"adit", "x"}), "adit"); }

TEST_F(BadInput, UnknownOption) {
  expect_refusal(fencepost({"audit", "--fast", file("a.trace", clean_trace)}), "--fast");
}

TEST_F(BadInput, MissingOperand) { expect_refusal(fencepost({"audit"}), "PATH"); }

TEST_F(BadInput, UnknownFormat) {
  expect_refusal(fencepost({"audit", "--format", "xml", file("a.trace", clean_trace)}), "xml");
  expect_refusal(fencepost({"convert", "--to", "svg", file("a.trace", clean_trace)}), "svg");
}

TEST_F(BadInput, ExplainWithOneOperationOnly) {
  expect_refusal(fencepost({"explain", file("a.trace", clean_trace), "produce"}), "two operations");
}

TEST_F(BadInput, ExplainOfAnOperationThatIsNotThere) {
  expect_refusal(fencepost({"explain", file("a.trace", clean_trace), "produce", "nothing"}), "nothing");
}

TEST_F(BadInput, ExplainOfAnUnknownHazardListsTheKnownOnes) {
  const Finished finished = fencepost({"explain", "reuse-after-lunch"});
  expect_refusal(finished, "reuse-after-lunch");
  EXPECT_THAT(finished.err, AllOf(HasSubstr("reuse-before-last-read"), HasSubstr("stale-external-record")));
}

TEST_F(BadInput, RulesWithoutTheirCorpus) { expect_refusal(fencepost({"rules", "--check", folder()}), "No such file"); }

TEST_F(BadInput, FullDisk) {
  const std::string path = file("a.trace", clean_trace);
  const Finished finished = fencepost({"audit", path}, {.output_file = "/dev/full"});
  expect_refusal(finished, "could not be written");
  EXPECT_THAT(finished.out, IsEmpty());
}

}  // namespace

}  // namespace fencepost::tests

// Commands that write a file: whole or not at all.

#include "fixture.h"

#include <sstream>

namespace fencepost::tests {

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

using Fix = CommandLine;

TEST_F(Fix, WritesAScheduleThatIsClean) {
  const std::string fixed = folder() + "/fixed.trace";
  const Finished finished = fencepost({"audit", "--fix", file("a.trace", racy_trace), "-o", fixed});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("clean after the fixes"));
  EXPECT_EQ(fencepost({"audit", fixed}).status, 0);
}

TEST_F(Fix, WithoutAnOutputIsAMistake) {
  EXPECT_EQ(fencepost({"audit", "--fix", file("a.trace", racy_trace)}).status, 2);
}

TEST_F(Fix, TakesOneTrace) {
  const Finished finished =
      fencepost({"audit", "--fix", file("a.trace", racy_trace), file("b.trace", racy_trace), "-o", "-"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("one trace"));
}

TEST_F(Fix, SaysWhyItCannotWrite) {
  const std::string not_a_folder = file("a.trace", racy_trace);
  const Finished finished = fencepost({"audit", "--fix", not_a_folder, "-o", not_a_folder + "/fixed.trace"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("cannot be written: Not a directory"));
}

TEST_F(Fix, OntoAFullDiskIsAnError) {
  const Finished finished =
      fencepost({"audit", "--fix", file("a.trace", racy_trace), "-o", "-"}, {.output_file = "/dev/full"});
  EXPECT_EQ(finished.status, 2);
}

using Minimise = CommandLine;

TEST_F(Minimise, WritesTheSmallerTraceAndSaysWhatWasLeftOut) {
  std::string more(racy_trace);
  more += "kernel other stream=side\n";
  const Finished finished = fencepost({"minimise", file("a.trace", more)});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, racy_trace);
  EXPECT_THAT(finished.err, HasSubstr("5 statements left of 6"));
}

TEST_F(Minimise, OverwritesAFileOnlyWhenItHasSomethingToSay) {
  const std::string kept = file("kept.trace", "something else\n");
  const Finished finished = fencepost({"minimise", file("a.trace", clean_trace), "-o", kept});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.out, IsEmpty());
  EXPECT_EQ(text_of(kept), "something else\n");
}

TEST_F(Minimise, LeavesNoUnfinishedFile) {
  const std::string smaller = folder() + "/smaller.trace";
  EXPECT_EQ(fencepost({"minimise", file("a.trace", racy_trace), "-o", smaller}).status, 1);
  EXPECT_EQ(text_of(smaller), racy_trace);
  EXPECT_FALSE(std::filesystem::exists(smaller + ".unfinished"));
}

}  // namespace

}  // namespace fencepost::tests

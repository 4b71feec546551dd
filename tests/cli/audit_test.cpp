#include "fixture.h"

namespace fencepost::tests {

namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Audit = CommandLine;

TEST_F(Audit, OfAnOrderedScheduleIsClean) {
  const Finished finished = fencepost({"audit", file("a.trace", clean_trace)});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("a.trace"));
  EXPECT_THAT(finished.err, IsEmpty());
}

TEST_F(Audit, OfAnUnorderedScheduleNamesTheHazardAndBothEnds) {
  const Finished finished = fencepost({"audit", file("a.trace", racy_trace)});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("read-before-write"), HasSubstr("produce"), HasSubstr("consume")));
}

TEST_F(Audit, ReadsStandardInput) {
  EXPECT_EQ(fencepost({"audit", "-"}, {.standard_input = std::string(clean_trace)}).status, 0);
  EXPECT_EQ(fencepost({"audit", "-"}, {.standard_input = std::string(racy_trace)}).status, 1);
}

TEST_F(Audit, OfAFolderTakesItsTracesAtAnyDepthInOrder) {
  file("b/deep/two.trace", racy_trace);
  file("a/one.trace", clean_trace);
  file("a/notes.txt", bad_trace);
  const Finished finished = fencepost({"audit", folder()});
  EXPECT_EQ(finished.status, 1);
  EXPECT_LT(finished.out.find("one.trace"), finished.out.find("two.trace"));
  EXPECT_THAT(finished.out + finished.err, Not(HasSubstr("notes.txt")));
  EXPECT_THAT(finished.out, EndsWith("2 files: 1 clean, 1 with hazards, 0 not judged\n"));
}

TEST_F(Audit, OfOneFileHasNoSummary) {
  EXPECT_THAT(fencepost({"audit", file("a.trace", clean_trace)}).out, Not(HasSubstr("1 file")));
}

TEST_F(Audit, GoesOnAfterABadTraceAndReportsTheGravest) {
  const std::string bad = file("1.trace", bad_trace);
  const std::string racy = file("2.trace", racy_trace);
  const Finished finished = fencepost({"audit", bad, racy});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.out, HasSubstr("read-before-write"));
  EXPECT_THAT(finished.out + finished.err, AllOf(HasSubstr("1.trace:2"), HasSubstr("nowhere")));
}

TEST_F(Audit, HazardsOutweighCleanFiles) {
  EXPECT_EQ(fencepost({"audit", file("1.trace", racy_trace), file("2.trace", clean_trace)}).status, 1);
}

TEST_F(Audit, IsTheSameTwice) {
  const std::string path = file("a.trace", racy_trace);
  EXPECT_EQ(fencepost({"audit", path}).out, fencepost({"audit", path}).out);
}

TEST_F(Audit, WithoutFixesProposesNone) {
  const std::string path = file("a.trace", racy_trace);
  EXPECT_THAT(fencepost({"audit", path}).out, HasSubstr("fix"));
  const Finished finished = fencepost({"audit", "--no-fixes", path});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, Not(HasSubstr("fix")));
}

TEST_F(Audit, QuietlySaysLess) {
  const std::string path = file("a.trace", racy_trace);
  const Finished finished = fencepost({"audit", "--quiet", path});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("read-before-write"));
  EXPECT_LT(finished.out.size(), fencepost({"audit", path}).out.size());
}

TEST_F(Audit, HasNoColoursUnlessAskedFor) {
  const std::string path = file("a.trace", racy_trace);
  EXPECT_THAT(fencepost({"audit", path}).out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(fencepost({"audit", "--color", path}).out, HasSubstr("\x1b["));
}

}  // namespace

}  // namespace fencepost::tests

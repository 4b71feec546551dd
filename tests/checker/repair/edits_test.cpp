#include <fencepost/checker/repair/repair.h>

#include <vector>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using Kind = Edit::Kind;

std::string edited(std::string_view text, std::vector<Edit> edits) { return apply_edits(text, edits); }

TEST(ApplyEdits, NoEditsChangeNothing) {
  EXPECT_EQ(edited("a\n# comment\n\nb", {}), "a\n# comment\n\nb");
  EXPECT_EQ(edited("", {}), "");
}

TEST(ApplyEdits, InsertsBeforeALine) { EXPECT_EQ(edited("a\nb\n", {{Kind::insert_before, 2, "x"}}), "a\nx\nb\n"); }

TEST(ApplyEdits, InsertsBehindTheLastLine) {
  EXPECT_EQ(edited("a\nb\n", {{Kind::insert_before, 3, "x"}}), "a\nb\nx\n");
  EXPECT_EQ(edited("a\nb", {{Kind::insert_before, 3, "x"}}), "a\nb\nx\n");
}

TEST(ApplyEdits, ReplacesAndRemoves) {
  EXPECT_EQ(edited("a\nb\nc\n", {{Kind::replace, 2, "x"}}), "a\nx\nc\n");
  EXPECT_EQ(edited("a\nb\nc\n", {{Kind::remove, 2, ""}}), "a\nc\n");
}

TEST(ApplyEdits, AllLinesAreThoseOfTheUneditedText) {
  EXPECT_EQ(edited("a\nb\nc\n", {{Kind::insert_before, 3, "z"}, {Kind::insert_before, 1, "x"}, {Kind::remove, 2, ""}}),
            "x\na\nz\nc\n");
}

TEST(ApplyEdits, EditsOfOneLineKeepTheirOrder) {
  EXPECT_EQ(edited("a\n", {{Kind::insert_before, 1, "x"}, {Kind::insert_before, 1, "y"}, {Kind::replace, 1, "z"}}),
            "x\ny\nz\n");
}

}  // namespace
}  // namespace fencepost::checker

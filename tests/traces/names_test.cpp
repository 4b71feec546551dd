#include <fencepost/traces/edit_distance.h>
#include <fencepost/traces/names.h>

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

TEST(EditDistance, CountsEachKindOfSlip) {
  EXPECT_EQ(edit_distance("main", "main", 3), 0U);
  EXPECT_EQ(edit_distance("main", "mains", 3), 1U);  // inserted
  EXPECT_EQ(edit_distance("main", "min", 3), 1U);    // left out
  EXPECT_EQ(edit_distance("main", "mein", 3), 1U);   // replaced
  EXPECT_EQ(edit_distance("main", "mian", 3), 1U);   // swapped
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3U);
}

TEST(EditDistance, GivesUpBeyondItsLimit) {
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), std::nullopt);
  EXPECT_EQ(edit_distance("", "abc", 2), std::nullopt);
  EXPECT_EQ(edit_distance(std::string(5000, 'a'), std::string(5000, 'a'), 3), std::nullopt);
}

TEST(NameTable, NumbersNamesInOrderOfFirstUse) {
  NameTable table;
  EXPECT_EQ(table.intern("b"), 0U);
  EXPECT_EQ(table.intern("a"), 1U);
  EXPECT_EQ(table.intern("b"), 0U);
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table[1], "a");
}

TEST(NameTable, FindsOnlyWhatWasAdded) {
  NameTable table;
  EXPECT_EQ(table.find("main"), std::nullopt);
  table.intern("main");
  EXPECT_EQ(table.find("main"), 0U);
  EXPECT_EQ(table.find("mai"), std::nullopt);
  EXPECT_EQ(table.find(""), std::nullopt);
}

TEST(NameTable, KeepsManyNamesApart) {
  NameTable table;
  for (std::uint32_t i = 0; i < 100000; ++i) ASSERT_EQ(table.intern("name" + std::to_string(i)), i);
  for (std::uint32_t i = 0; i < 100000; ++i) ASSERT_EQ(table.find("name" + std::to_string(i)), i);
}

TEST(NameTable, ViewsSurviveAdditions) {
  NameTable table;
  table.intern("short");
  const std::string_view view = table[0];
  for (int i = 0; i < 1000; ++i) table.intern(std::to_string(i));
  EXPECT_EQ(view, "short");
  EXPECT_EQ(view.data(), table[0].data());
}

TEST(NameTable, CopiesAreIndependent) {
  NameTable original;
  original.intern("main");
  NameTable copy = original;
  copy.intern("side");
  original.intern("other");
  EXPECT_EQ(copy.find("side"), 1U);
  EXPECT_EQ(copy.find("other"), std::nullopt);
  EXPECT_EQ(original.find("side"), std::nullopt);
  EXPECT_NE(copy, original);
}

TEST(NameTable, MovedTablesKeepTheirNames) {
  NameTable original;
  original.intern("main");
  const NameTable moved = std::move(original);
  EXPECT_EQ(moved.find("main"), 0U);
  EXPECT_EQ(moved[0], "main");
}

TEST(NameTable, NearestRecognisesASlip) {
  NameTable table;
  table.intern("compute");
  table.intern("main");
  EXPECT_EQ(table.nearest("mian"), "main");
  EXPECT_EQ(table.nearest("comptue"), "compute");
}

TEST(NameTable, NearestPrefersTheFirstOfEquallyNear) {
  NameTable table;
  table.intern("rs0");
  table.intern("rs1");
  EXPECT_EQ(table.nearest("rs2"), "rs0");
}

TEST(NameTable, NearestIsSilentWhenNothingIsNear) {
  NameTable table;
  table.intern("compute");
  table.intern("x");
  EXPECT_EQ(table.nearest("allgather"), std::nullopt);
  EXPECT_EQ(table.nearest("y"), std::nullopt);  // one letter is no slip of another
}

TEST(Names, StartWithTheMainThreadAndTheFirstDevice) {
  const Names names;
  EXPECT_EQ(names[main_thread], "main");
  EXPECT_EQ(names[first_device], "gpu0");
  EXPECT_EQ(names.table<StreamTag>().size(), 0U);
}

TEST(Names, KeepNamespacesApart) {
  Names names;
  const auto stream = names.intern<StreamTag>("x");
  EXPECT_EQ(names.find<EventTag>("x"), std::nullopt);
  EXPECT_EQ(names.find<StreamTag>("x"), stream);
}

TEST(Names, TheNameOfNothingIsEmpty) { EXPECT_EQ(Names{}[StreamId::none()], ""); }

}  // namespace
}  // namespace fencepost

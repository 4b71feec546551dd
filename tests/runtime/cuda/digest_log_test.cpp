#include <fencepost/runtime/cuda/digest_log.h>

#include <array>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

CellDigest cell_of(AuthorId author, std::uint32_t execution) {
  CellDigest digest;
  for (std::uint32_t lane = 0; lane < words_per_cell; ++lane) {
    digest.add(compose(author, execution, 0, {0, 0, lane}), lane);
  }
  return digest;
}

TEST(DigestLogs, FindTheEntriesOfAnExecution) {
  DigestLog log;
  log.add({5, 0, 3, 2, 10});  // three executions of two entries from entry 10 on
  const std::vector<LogEntry> entries(16);
  EXPECT_EQ(log.find(entries, 5, 0).data(), &entries[10]);
  EXPECT_EQ(log.find(entries, 5, 2).data(), &entries[14]);
  EXPECT_EQ(log.find(entries, 5, 2).size(), 2U);
}

TEST(DigestLogs, HaveNothingForOthers) {
  DigestLog log;
  log.add({5, 4, 3, 2, 0});
  const std::vector<LogEntry> entries(16);
  EXPECT_TRUE(log.find(entries, 5, 3).empty()) << "before the first execution that got room";
  EXPECT_TRUE(log.find(entries, 5, 7).empty()) << "after the last";
  EXPECT_TRUE(log.find(entries, 6, 4).empty()) << "another author";
  EXPECT_TRUE(log.find(std::span(entries).first(1), 5, 4).empty()) << "a log that is too short";
}

TEST(DigestLogs, KeepSeveralRecordsOfAnAuthor) {
  DigestLog log;
  log.add({5, 0, 1, 1, 7});
  log.add({5, 1, 1, 1, 3});
  const std::vector<LogEntry> entries(8);
  EXPECT_EQ(log.find(entries, 5, 0).data(), &entries[7]);
  EXPECT_EQ(log.find(entries, 5, 1).data(), &entries[3]);
}

/// Two cells of 100 bytes; line 1 writes both, line 2 reads both.
class ReadComparison : public testing::Test {
 protected:
  ReadComparison() {
    CoordinateBuilder builder;
    builder.cover({0, 100});
    builder.cover({100, 200});
    coordinates_ = builder.build(10).value();
    reference_.emplace(coordinates_);
    reference_->execute({writer, 0, OperationKind::kernel, 0, {{{0, 200}, AccessMode::write}}});
    reference_->execute({reader, 0, OperationKind::kernel, 0, {{{0, 200}, AccessMode::read}}});
    log_.add({reader, 0, 1, 2, 0});
    const auto expected = reference_->cells_of(reference_->reads()[1]);
    entries_ = {{stamp(reader, 0), expected[0].digest}, {stamp(reader, 0), expected[1].digest}};
  }

  ValueDifferences compare() {
    const std::array logs{LogView{&log_, entries_}};
    return compare_reads(*reference_, coordinates_, logs);
  }

  static constexpr AuthorId writer = 1;
  static constexpr AuthorId reader = 2;
  Coordinates coordinates_;
  std::optional<Reference> reference_;
  DigestLog log_;
  std::vector<LogEntry> entries_;
};

TEST_F(ReadComparison, FindsNothingWhenAllIsAsExpected) { EXPECT_TRUE(compare().empty()); }

TEST_F(ReadComparison, FindsTheBytesOfAStaleCell) {
  entries_[1].cell = cell_of(9, 4);
  const ValueDifferences differences = compare();
  ASSERT_EQ(differences.wrong.size(), 1U);
  const WrongValue& wrong = differences.wrong[0];
  EXPECT_EQ(wrong.reader, reader);
  EXPECT_EQ(wrong.bytes, (AddressRange{100, 200}));
  EXPECT_EQ(author_of(wrong.found.least), 9U);
  EXPECT_EQ(execution_of(wrong.found.least), 4U);
  EXPECT_EQ(author_of(wrong.expected.least), writer);
}

TEST_F(ReadComparison, JoinsNeighboursWithTheSameWriters) {
  entries_[0].cell = cell_of(9, 4);
  entries_[1].cell = cell_of(9, 4);
  const ValueDifferences differences = compare();
  ASSERT_EQ(differences.wrong.size(), 1U);
  EXPECT_EQ(differences.wrong[0].bytes, (AddressRange{0, 200}));
}

TEST_F(ReadComparison, KeepsNeighboursWithOtherWritersApart) {
  entries_[0].cell = cell_of(9, 4);
  entries_[1].cell = cell_of(8, 4);
  EXPECT_EQ(compare().wrong.size(), 2U);
}

TEST_F(ReadComparison, MissesAnExecutionThatLoggedNothing) {
  entries_[1] = {};
  const ValueDifferences differences = compare();
  EXPECT_TRUE(differences.wrong.empty());
  ASSERT_EQ(differences.missing.size(), 1U);
  EXPECT_EQ(differences.missing[0].author, reader);
}

TEST_F(ReadComparison, TakesNoOtherExecutionsEntriesForIts) {
  entries_[0].stamp = stamp(reader, 1);
  EXPECT_EQ(compare().missing.size(), 1U);
}

TEST(MemoryComparison, NamesTheCellThatDiffers) {
  CoordinateBuilder builder;
  builder.cover({0, 8});
  builder.cover({8, 64});
  const Coordinates coordinates = builder.build(10).value();
  std::vector<Word> expected(std::size_t{2} * words_per_cell, 5);
  std::vector<Word> found = expected;
  EXPECT_TRUE(compare_memory(expected, found, coordinates, 0).empty());
  found[words_per_cell + 3] = 6;
  const auto wrong = compare_memory(expected, found, coordinates, 0);
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(wrong[0].bytes, (AddressRange{8, 64}));
}

}  // namespace
}  // namespace fencepost::cuda

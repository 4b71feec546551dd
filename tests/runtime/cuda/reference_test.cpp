#include <fencepost/runtime/cuda/reference.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

constexpr AccessMode read = AccessMode::read;
constexpr AccessMode write = AccessMode::write;
constexpr OperationKind kernel = OperationKind::kernel;

/// Cells 0, 1, 2 and 3 stand for ten bytes each.
class ReferenceTest : public testing::Test {
 protected:
  ReferenceTest() : coordinates_(four_cells()), reference_(coordinates_) {}

  static Coordinates four_cells() {
    CoordinateBuilder builder;
    for (Address lo = 0; lo < 40; lo += 10) builder.cover({lo, lo + 10});
    return builder.build(10).value();
  }
  [[nodiscard]] std::span<const Word> cell(std::size_t index) const {
    return reference_.memory().subspan(index * words_per_cell, words_per_cell);
  }
  void execute(AuthorId author, OperationKind kind, std::vector<Touch> touches, std::uint32_t execution = 0,
               std::uint64_t ranks = 0) {
    reference_.execute({author, execution, kind, ranks, std::move(touches)});
  }

  Coordinates coordinates_;
  Reference reference_;
};

TEST_F(ReferenceTest, StartsWithInitialContents) { EXPECT_EQ(cell(2)[5], initial_word(2 * words_per_cell + 5)); }

TEST_F(ReferenceTest, KernelsWriteWordsThatDependOnWhatTheyRead) {
  execute(1, kernel, {{{0, 10}, write}});
  EXPECT_EQ(cell(0)[0], compose(1, 0, 0, {0, 0, 0})) << "nothing was read";
  execute(2, kernel, {{{0, 10}, read}, {{10, 20}, write}});
  CellDigest digest;
  for (std::uint32_t lane = 0; lane < words_per_cell; ++lane) digest.add(cell(0)[lane], lane);
  EXPECT_EQ(cell(1)[3], compose(2, 0, contribution(digest, 0, 0), {1, 0, 3}));
}

TEST_F(ReferenceTest, LogsEveryCellThatIsRead) {
  execute(1, kernel, {{{0, 20}, read}, {{20, 30}, AccessMode::update}, {{30, 40}, write}});
  ASSERT_EQ(reference_.reads().size(), 1U);
  const auto cells = reference_.cells_of(reference_.reads()[0]);
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_EQ(cells[2].cell, 2U) << "an update reads";
  EXPECT_EQ(author_of(cells[0].digest.least), initial_contents);
}

TEST_F(ReferenceTest, CopiesMoveWordsAndLogNothing) {
  execute(1, kernel, {{{0, 20}, write}});
  execute(2, OperationKind::copy, {{{0, 20}, read}, {{20, 40}, write}});
  EXPECT_EQ(cell(3)[7], compose(1, 0, 0, {0, 1, 7})) << "the word still names its first writer";
  EXPECT_EQ(reference_.reads().size(), 1U) << "the kernel's, of nothing";
}

TEST_F(ReferenceTest, FillsStoreOnePattern) {
  execute(6, OperationKind::fill, {{{10, 20}, write}});
  EXPECT_EQ(cell(1)[0], fill_word(6));
  EXPECT_EQ(cell(0)[0], initial_word(0));
}

TEST_F(ReferenceTest, AtomicsCommute) {
  Reference other(coordinates_);
  const Effect first{1, 0, kernel, 0, {{{0, 10}, AccessMode::atomic}}};
  const Effect second{2, 0, kernel, 0, {{{0, 10}, AccessMode::atomic}}};
  reference_.execute(first);
  reference_.execute(second);
  other.execute(second);
  other.execute(first);
  EXPECT_EQ(reference_.memory()[0], other.memory()[0]);
  EXPECT_NE(reference_.memory()[0], initial_word(0));
}

TEST_F(ReferenceTest, ReduceScatterAddsBlocks) {
  execute(1, OperationKind::reduce_scatter, {{{0, 30}, read}, {{30, 40}, write}}, 0, 3);
  EXPECT_EQ(cell(3)[1], initial_word(1) + initial_word(words_per_cell + 1) + initial_word(2 * words_per_cell + 1));
}

TEST_F(ReferenceTest, CollectivesOfNoKnownShapeWorkLikeKernels) {
  execute(1, OperationKind::all_gather, {{{0, 10}, read}, {{10, 40}, write}}, 0, 2);
  EXPECT_EQ(author_of(cell(1)[0]), 1U);
}

TEST_F(ReferenceTest, TracesWordsToTheirWriters) {
  Authors authors;
  for (std::uint32_t line = 1; line <= 9; ++line) authors.intern({ExecutableId::none(), line, LabelId{0}, kernel});
  execute(1, kernel, {{{0, 10}, write}}, 4);
  const auto by_fields = reference_.trace_writer(cell(0)[0], authors);
  ASSERT_TRUE(by_fields.has_value());
  EXPECT_EQ(by_fields->author, 1U);
  EXPECT_EQ(by_fields->execution, 4U);

  EXPECT_EQ(reference_.trace_writer(fill_word(3), authors)->author, 3U);

  execute(7, OperationKind::all_reduce, {{{0, 10}, AccessMode::update}}, 2, 4);
  const auto of_sum = reference_.trace_writer(cell(0)[0], authors);
  ASSERT_TRUE(of_sum.has_value());
  EXPECT_EQ(of_sum->author, 7U) << "a sum carries nobody's fields, but it is known who made it";
}

TEST_F(ReferenceTest, KnowsNobodyForAWordOfNoAuthor) {
  EXPECT_FALSE(reference_.trace_writer(compose(500'000, 0, 0, {}), Authors()).has_value());
}

}  // namespace
}  // namespace fencepost::cuda

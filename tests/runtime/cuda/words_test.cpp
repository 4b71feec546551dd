#include <fencepost/runtime/cuda/words.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

TEST(Words, CarryTheirAuthorAndExecution) {
  const Word word = compose(7, 300, 0x1234, Place{2, 5, 31});
  EXPECT_EQ(author_of(word), 7U);
  EXPECT_EQ(execution_of(word), 300U);
}

TEST(Words, CountExecutionsModuloTheirField) {
  EXPECT_EQ(execution_of(compose(1, (1U << execution_bits) + 4, 0, {})), 4U);
  EXPECT_NE(compose(1, (1U << execution_bits) + 4, 0, {}), compose(1, 4, 0, {}))
      << "the check still tells executions apart whose number wraps to the same";
}

TEST(Words, DifferInEverythingThatWentIntoThem) {
  const Word word = compose(7, 3, 11, Place{1, 2, 3});
  EXPECT_EQ(word, compose(7, 3, 11, Place{1, 2, 3}));
  EXPECT_NE(word, compose(8, 3, 11, Place{1, 2, 3}));
  EXPECT_NE(word, compose(7, 4, 11, Place{1, 2, 3}));
  EXPECT_NE(word, compose(7, 3, 12, Place{1, 2, 3})) << "what was read";
  EXPECT_NE(word, compose(7, 3, 11, Place{0, 2, 3})) << "the access";
  EXPECT_NE(word, compose(7, 3, 11, Place{1, 3, 3})) << "the cell";
  EXPECT_NE(word, compose(7, 3, 11, Place{1, 2, 4})) << "the lane";
}

TEST(Words, InitialContentsHaveAnAuthorOfTheirOwn) {
  EXPECT_EQ(author_of(initial_word(1000)), initial_contents);
  EXPECT_NE(initial_word(0), initial_word(1));
  EXPECT_NE(initial_word(0), initial_word(words_per_cell)) << "the same lane of two cells";
}

TEST(Words, OfAFillAreRecognised) {
  const Word word = fill_word(12345);
  ASSERT_TRUE(is_fill_word(word));
  EXPECT_EQ(fill_author_of(word), 12345U);
}

TEST(Words, OfKernelsAreNotTakenForAFill) {
  for (std::uint32_t execution = 0; execution < 1000; ++execution) {
    EXPECT_FALSE(is_fill_word(compose(3, execution, 0, {})));
  }
}

TEST(CellDigests, AddUpInAnyOrderOfTheLanes) {
  CellDigest forward;
  CellDigest backward;
  for (std::uint32_t lane = 0; lane < words_per_cell; ++lane) forward.add(100 + lane, lane);
  for (std::uint32_t lane = words_per_cell; lane-- > 0;) backward.add(100 + lane, lane);
  EXPECT_EQ(forward, backward);
  EXPECT_EQ(forward.least, 100U);
  EXPECT_EQ(forward.greatest, 131U);
}

TEST(CellDigests, NoticeTwoWordsThatChangedPlaces) {
  CellDigest right;
  right.add(1, 0);
  right.add(2, 1);
  CellDigest swapped;
  swapped.add(2, 0);
  swapped.add(1, 1);
  EXPECT_NE(right.digest, swapped.digest);
}

TEST(CellDigests, NameBothWritersOfATornCell) {
  CellDigest torn;
  torn.add(compose(9, 0, 0, {}), 0);
  torn.add(compose(4, 0, 0, {}), 1);
  EXPECT_EQ(author_of(torn.least), 4U);
  EXPECT_EQ(author_of(torn.greatest), 9U);
}

TEST(Stamps, AreNeverZero) {
  EXPECT_NE(stamp(0, 0), 0U);
  EXPECT_NE(stamp(1, 0), stamp(0, 1));
}

}  // namespace
}  // namespace fencepost::cuda

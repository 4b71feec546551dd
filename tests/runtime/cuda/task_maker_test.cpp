#include <fencepost/runtime/cuda/task_maker.h>

#include <array>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

constexpr BufferId a{0};
constexpr BufferId b{1};

/// Buffer `a` lies at 1000 (device), `b` at 2000 (pinned); both are cut in halves of 50 bytes.
class TaskMakerTest : public testing::Test {
 protected:
  TaskMakerTest() : coordinates_(cells()), maker_(coordinates_, {&device_[0], &pinned_[0], nullptr}) {
    maker_.place(a, 1000, MemoryKind::device);
    maker_.place(b, 2000, MemoryKind::pinned);
  }
  static Coordinates cells() {
    CoordinateBuilder builder;
    for (const Address lo : {1000ULL, 1050ULL, 2000ULL, 2050ULL}) builder.cover({lo, lo + 50});
    return builder.build(10).value();
  }
  static Operation operation(OperationKind kind, std::span<const Access> accesses) {
    Operation result;
    result.kind = kind;
    result.accesses = accesses;
    return result;
  }

  std::array<Word, 4 * words_per_cell> device_{};
  std::array<Word, 4 * words_per_cell> pinned_{};
  Coordinates coordinates_;
  TaskMaker maker_;
};

TEST_F(TaskMakerTest, FindsTheWordsOfARange) {
  const WordRange words = maker_.words({a, AccessMode::read, 0, 50, 100});
  EXPECT_EQ(words.words, &device_[words_per_cell]);
  EXPECT_EQ(words.cells, 1U);
  EXPECT_EQ(words.bytes(), bytes_per_cell);
}

TEST_F(TaskMakerTest, FindsThemInTheRightKindOfMemory) {
  EXPECT_EQ(maker_.words({b, AccessMode::read, 0, 0, 100}).words, &pinned_[std::size_t{2} * words_per_cell]);
}

TEST_F(TaskMakerTest, FollowsABufferToItsNewPlace) {
  maker_.place(a, 2000, MemoryKind::device);
  EXPECT_EQ(maker_.words({a, AccessMode::read, 0, 0, 50}).words, &device_[std::size_t{2} * words_per_cell]);
}

TEST_F(TaskMakerTest, CountsTheCellsToLog) {
  const std::array accesses{Access{a, AccessMode::read, 0, 0, 100}, Access{b, AccessMode::write, 0, 0, 100},
                            Access{b, AccessMode::update, 0, 50, 100}, Access{b, AccessMode::atomic, 0, 0, 50}};
  const Task task = maker_.make(operation(OperationKind::kernel, accesses), 0).value();
  EXPECT_EQ(task.range_count, 4U);
  EXPECT_EQ(task.log_stride, 3U) << "two of the read, one of the update";
}

TEST_F(TaskMakerTest, MakesSumsOfCollectives) {
  const std::array accesses{Access{a, AccessMode::read, 0, 0, 100}, Access{a, AccessMode::write, 0, 0, 100}};
  const Task task = maker_.make(operation(OperationKind::all_reduce, accesses), 3).value();
  ASSERT_EQ(task.sum_count, 1U);
  EXPECT_EQ(task.sums[0].factor, 3U);
  EXPECT_EQ(task.sums[0].words, 2 * words_per_cell);
  EXPECT_EQ(task.addresses[0], &device_[0]);
}

TEST_F(TaskMakerTest, RefusesWhatDoesNotFit) {
  const std::vector<Access> accesses(most_ranges + 1, Access{a, AccessMode::read, 0, 0, 50});
  EXPECT_FALSE(maker_.make(operation(OperationKind::kernel, accesses), 0).has_value());
  EXPECT_TRUE(maker_.make(operation(OperationKind::kernel, std::span(accesses).first(most_ranges)), 0).has_value());
}

TEST_F(TaskMakerTest, RefusesBuffersWithoutBytesAndManagedMemory) {
  const std::array unknown{Access{BufferId{5}, AccessMode::read, 0, 0, 50}};
  EXPECT_EQ(maker_.make(operation(OperationKind::kernel, unknown), 0).error(), "a buffer that it names has no bytes");
  maker_.place(a, 1000, MemoryKind::managed);
  const std::array managed{Access{a, AccessMode::read, 0, 0, 50}};
  EXPECT_EQ(maker_.make(operation(OperationKind::kernel, managed), 0).error(), "managed memory is not played");
}

}  // namespace
}  // namespace fencepost::cuda

#include <fencepost/runtime/cuda/downstream.h>

#include <array>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

constexpr AccessMode read = AccessMode::read;
constexpr AccessMode write = AccessMode::write;

/// Cells of ten bytes: 0, 10, 20, 30. The bytes from 0 to 10 are in dispute.
class DownstreamTest : public testing::Test {
 protected:
  DownstreamTest() : coordinates_(cells()), downstream_(coordinates_, std::array{AddressRange{0, 10}}) {}

  static Coordinates cells() {
    CoordinateBuilder builder;
    for (Address lo = 0; lo < 40; lo += 10) builder.cover({lo, lo + 10});
    return builder.build(10).value();
  }
  bool may_be_wrong(AuthorId author, std::vector<Touch> touches) {
    downstream_.execute({author, 0, OperationKind::kernel, 0, std::move(touches)});
    return downstream_.reads_wrong(author, 0);
  }

  Coordinates coordinates_;
  Downstream downstream_;
};

TEST_F(DownstreamTest, IsWhoReadsBytesInDispute) {
  EXPECT_TRUE(may_be_wrong(1, {{{0, 20}, read}}));
  EXPECT_FALSE(may_be_wrong(2, {{{10, 20}, read}}));
}

TEST_F(DownstreamTest, IsNotWhoOnlyWritesThem) { EXPECT_FALSE(may_be_wrong(1, {{{0, 10}, write}})); }

TEST_F(DownstreamTest, IsWhoReadsWhatSuchAReaderWrote) {
  EXPECT_TRUE(may_be_wrong(1, {{{0, 10}, read}, {{20, 30}, write}}));
  EXPECT_TRUE(may_be_wrong(2, {{{20, 30}, read}, {{30, 40}, write}}));
  EXPECT_TRUE(may_be_wrong(3, {{{30, 40}, read}}));
  EXPECT_TRUE(downstream_.ends_wrong({30, 40}));
}

TEST_F(DownstreamTest, EndsWhereRightValuesAreWrittenOver) {
  EXPECT_TRUE(may_be_wrong(1, {{{0, 10}, read}, {{20, 30}, write}}));
  EXPECT_FALSE(may_be_wrong(2, {{{20, 30}, write}}));
  EXPECT_FALSE(may_be_wrong(3, {{{20, 30}, read}}));
  EXPECT_FALSE(downstream_.ends_wrong({20, 30}));
}

TEST_F(DownstreamTest, KeepsBytesInDisputeWhoeverWritesThem) {
  may_be_wrong(1, {{{0, 10}, write}});
  EXPECT_TRUE(may_be_wrong(2, {{{0, 10}, read}}));
  EXPECT_TRUE(downstream_.ends_wrong({0, 10}));
}

TEST_F(DownstreamTest, CountsAnAtomicOnWrongBytesAsStillWrong) {
  may_be_wrong(1, {{{0, 10}, read}, {{20, 30}, write}});
  may_be_wrong(2, {{{20, 30}, AccessMode::atomic}});
  EXPECT_TRUE(downstream_.ends_wrong({20, 30}));
}

TEST_F(DownstreamTest, OfNothingIsNothing) {
  const std::span<const AddressRange> nothing;
  Downstream clean(coordinates_, nothing);
  clean.execute({1, 0, OperationKind::kernel, 0, {{{0, 40}, read}}});
  EXPECT_FALSE(clean.reads_wrong(1, 0));
}

}  // namespace
}  // namespace fencepost::cuda

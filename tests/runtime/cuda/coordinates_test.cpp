#include <fencepost/runtime/cuda/coordinates.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

constexpr std::uint64_t gib = 1ULL << 30U;

Coordinates built(const CoordinateBuilder& builder) { return builder.build(1000).value(); }

TEST(Coordinates, GiveGigabytesFewCells) {
  CoordinateBuilder builder;
  builder.cover({0, 4 * gib});
  builder.cover({gib, 2 * gib});
  const Coordinates coordinates = built(builder);
  ASSERT_EQ(coordinates.size(), 3U);  // before, inside and after the second range
  EXPECT_EQ(coordinates.cells({0, 4 * gib}), 3U);
  EXPECT_EQ(coordinates.cells({gib, 2 * gib}), 1U);
  EXPECT_EQ(coordinates.cell_at(gib), 1U);
  EXPECT_EQ(coordinates[1], (AddressRange{gib, 2 * gib}));
}

TEST(Coordinates, KeepOverlapsAndDisjointness) {
  CoordinateBuilder builder;
  builder.cover({0, 100});
  builder.cover({50, 150});
  builder.cover({150, 200});
  const Coordinates coordinates = built(builder);
  // Cells: [0,50) [50,100) [100,150) [150,200).
  EXPECT_EQ(coordinates.size(), 4U);
  EXPECT_EQ(coordinates.cell_at(100), 2U) << "the first range ends after the second has begun";
  EXPECT_LT(coordinates.cell_at(50), coordinates.cell_at(100));
  EXPECT_EQ(coordinates.cell_at(150), 3U) << "the third begins where the second ends";
}

TEST(Coordinates, GiveBytesThatNobodyTouchesNoCell) {
  CoordinateBuilder builder;
  builder.cover({0, 8});
  builder.cover({gib, gib + 8});
  const Coordinates coordinates = built(builder);
  ASSERT_EQ(coordinates.size(), 2U);
  EXPECT_EQ(coordinates.cell_at(8), 1U) << "the end of the first range is right before the second";
  EXPECT_EQ(coordinates[1], (AddressRange{gib, gib + 8}));
}

TEST(Coordinates, CarryCutsThroughACopy) {
  CoordinateBuilder builder;
  builder.cover({0, 100});
  builder.cover({1000, 1100});
  builder.cover({1040, 1100});  // a reader of the target's tail
  builder.mirror(0, 1000, 100);
  const Coordinates coordinates = built(builder);
  EXPECT_EQ(coordinates.cells({0, 100}), 2U) << "the source is cut at 40 too";
  EXPECT_EQ(coordinates.cells({1000, 1100}), 2U);
  EXPECT_EQ(coordinates[0], (AddressRange{0, 40}));
}

TEST(Coordinates, CarryCutsThroughChainsOfCopiesBothWays) {
  CoordinateBuilder builder;
  for (const Address base : {0ULL, 1000ULL, 2000ULL}) builder.cover({base, base + 100});
  builder.cover({30, 100});
  builder.cover({2060, 2100});
  builder.mirror(0, 1000, 100);
  builder.mirror(1000, 2000, 100);
  const Coordinates coordinates = built(builder);
  for (const Address base : {0ULL, 1000ULL, 2000ULL}) {
    EXPECT_EQ(coordinates.cells({base, base + 100}), 3U) << "cut at 30 and 60, from " << base;
  }
}

TEST(Coordinates, DoNotCutWhatIsNotMoved) {
  CoordinateBuilder builder;
  builder.cover({0, 100});
  builder.cover({1000, 1100});
  builder.cover({1080, 1100});
  builder.mirror(0, 1000, 50);  // just the first half moves
  EXPECT_EQ(built(builder).cells({0, 100}), 1U) << "the cut at 80 lies outside";
}

TEST(Coordinates, RefuseMoreCellsThanAllowed) {
  CoordinateBuilder builder;
  builder.cover({0, 1000});
  builder.cover({0, 1});
  builder.mirror(0, 1, 999);  // a copy shifted by one byte cuts every byte
  const auto coordinates = builder.build(100);
  ASSERT_FALSE(coordinates.has_value());
  EXPECT_EQ(coordinates.error(), "its byte ranges need more than 100 cells");
  EXPECT_TRUE(builder.build(1000).has_value());
}

}  // namespace
}  // namespace fencepost::cuda

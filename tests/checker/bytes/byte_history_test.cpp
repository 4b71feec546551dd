// What is remembered of a byte, and which pairs are reported: each access against the last write
// and what has happened since (definitions.md 10).

#include <fencepost/checker/bytes/byte_history.h>

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// One byte; accesses are numbered, and ordered where `order` says so.
class Byte {
 public:
  void order(std::uint32_t earlier, std::uint32_t later) { ordered_.emplace(earlier, later); }

  void access(AccessMode mode) {
    Touch touch;
    touch.when = ++count_;
    touch.site = count_;
    touch.set_mode(mode);
    apply(
        history_, touch,
        [&](const Touch& earlier) {
          return ordered_.contains({earlier.when, count_});
        },
        [&](const Touch& earlier) { reported_.emplace_back(earlier.when, count_); });
  }
  void read() { access(AccessMode::read); }
  void write() { access(AccessMode::write); }
  void update() { access(AccessMode::update); }
  void atomic() { access(AccessMode::atomic); }

  [[nodiscard]] const std::vector<Pair>& reported() const { return reported_; }
  [[nodiscard]] const ByteHistory& history() const { return history_; }
  ByteHistory& history() { return history_; }

 private:
  ByteHistory history_;
  std::set<Pair> ordered_;
  std::vector<Pair> reported_;
  std::uint32_t count_ = 0;
};

TEST(ByteHistory, ReportsAnUnorderedReadOfAWrite) {
  Byte byte;
  byte.write();
  byte.read();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(1, 2)));
}

TEST(ByteHistory, IsSilentAboutOrderedAccesses) {
  Byte byte;
  byte.order(1, 2);
  byte.order(1, 3);
  byte.order(2, 3);
  byte.write();
  byte.read();
  byte.write();
  EXPECT_THAT(byte.reported(), IsEmpty());
}

TEST(ByteHistory, NeverReportsTwoReads) {
  Byte byte;
  byte.read();
  byte.read();
  EXPECT_THAT(byte.reported(), IsEmpty());
}

TEST(ByteHistory, AWriteMeetsEveryReadSince) {
  Byte byte;
  byte.order(2, 4);
  byte.read();
  byte.read();
  byte.read();
  byte.write();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(1, 4), Pair(3, 4)));
}

TEST(ByteHistory, AReadDropsTheReadsOrderedBeforeIt) {
  Byte byte;
  byte.order(1, 2);
  byte.read();
  byte.read();
  byte.write();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(2, 3)));
}

TEST(ByteHistory, AWriteDropsAllThatCameBefore) {
  Byte byte;
  byte.read();
  byte.write();
  byte.read();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(1, 2), Pair(2, 3)));
  EXPECT_EQ(byte.history().last_write.when, 2U);
  EXPECT_EQ(byte.history().since.size(), 1U);
}

TEST(ByteHistory, AnUpdateCountsAsAWrite) {
  Byte byte;
  byte.read();
  byte.update();
  byte.update();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(1, 2), Pair(2, 3)));
}

TEST(ByteHistory, AtomicUpdatesCommute) {
  Byte byte;
  byte.atomic();
  byte.atomic();
  EXPECT_THAT(byte.reported(), IsEmpty());
}

TEST(ByteHistory, AtomicUpdatesConflictWithReadsAndWrites) {
  Byte byte;
  byte.read();
  byte.atomic();
  byte.read();
  byte.write();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(1, 2), Pair(2, 3), Pair(1, 4), Pair(2, 4), Pair(3, 4)));
}

TEST(ByteHistory, AnAtomicUpdateHidesNoRead) {
  // The read is ordered before the first update, but not before the second, which commutes with the first.
  Byte byte;
  byte.order(1, 2);
  byte.read();
  byte.atomic();
  byte.atomic();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(1, 3)));
}

TEST(ByteHistory, AReadHidesNoAtomicUpdate) {
  Byte byte;
  byte.order(1, 2);
  byte.atomic();
  byte.read();
  byte.read();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(1, 3)));
}

TEST(ByteHistory, AnAtomicUpdateHidesNoWrite) {
  Byte byte;
  byte.order(1, 2);
  byte.write();
  byte.atomic();
  byte.atomic();
  EXPECT_THAT(byte.reported(), ElementsAre(Pair(1, 3)));
}

TEST(CompletesUpdate, WhenOneMakerReadsAndUpdatesAtomically) {
  Byte byte;
  byte.read();
  Touch same = byte.history().since[0];
  same.set_mode(AccessMode::atomic);
  EXPECT_TRUE(completes_update(byte.history(), same));
}

TEST(CompletesUpdate, NotForTheSameModeAnotherMakerOrAPlainWrite) {
  Byte byte;
  byte.read();
  const Touch same = byte.history().since[0];
  EXPECT_FALSE(completes_update(byte.history(), same));
  Touch other = same;
  other.set_mode(AccessMode::atomic);
  other.site = 99;
  EXPECT_FALSE(completes_update(byte.history(), other));
  Touch plain = same;
  plain.set_mode(AccessMode::write);
  EXPECT_FALSE(completes_update(byte.history(), plain));
}

TEST(Discharge, ForgetsWhatIsOverAndKeepsTheRest) {
  Byte byte;
  byte.write();
  byte.read();
  byte.read();
  discharge(byte.history(), [](const Touch& touch) { return touch.when != 2; });
  EXPECT_FALSE(byte.history().last_write.exists());
  ASSERT_EQ(byte.history().since.size(), 1U);
  EXPECT_EQ(byte.history().since[0].when, 2U);
}

TEST(NewestWrite, IsTheLastAtomicUpdateIfThereWasOne) {
  Byte byte;
  EXPECT_FALSE(newest_write(byte.history()).exists());
  byte.write();
  byte.read();
  EXPECT_EQ(newest_write(byte.history()).when, 1U);
  byte.atomic();
  byte.read();
  EXPECT_EQ(newest_write(byte.history()).when, 3U);
}

}  // namespace
}  // namespace fencepost::checker

#include <fencepost/checker/expectations/pairing.h>

#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Table = std::set<std::pair<std::size_t, std::size_t>>;

std::vector<std::optional<std::size_t>> pair_off_by(std::size_t claims, std::size_t findings, const Table& fits) {
  return pair_off(claims, findings, [&](std::size_t claim, std::size_t finding) {
    return fits.contains({claim, finding});
  });
}

TEST(Pairing, OfNothingIsNothing) { EXPECT_THAT(pair_off_by(0, 3, {}), IsEmpty()); }

TEST(Pairing, LeavesClaimsWithoutFindingsAlone) {
  EXPECT_THAT(pair_off_by(2, 1, {{1, 0}}), ElementsAre(std::nullopt, 0U));
}

TEST(Pairing, GivesOneFindingToOneClaim) {
  EXPECT_THAT(pair_off_by(2, 1, {{0, 0}, {1, 0}}), ElementsAre(0U, std::nullopt));
}

TEST(Pairing, MovesAVagueClaimOutOfTheWayOfAPreciseOne) {
  // Claim 0 fits both findings and comes first; claim 1 fits finding 0 only.
  EXPECT_THAT(pair_off_by(2, 2, {{0, 0}, {0, 1}, {1, 0}}), ElementsAre(1U, 0U));
}

TEST(Pairing, MovesAChainOfClaims) {
  EXPECT_THAT(pair_off_by(3, 3, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 0}}), ElementsAre(1U, 2U, 0U));
}

TEST(Pairing, IsLargestEvenWhenNotEveryClaimCanBePlaced) {
  EXPECT_THAT(pair_off_by(3, 2, {{0, 0}, {1, 0}, {2, 0}, {2, 1}}), ElementsAre(0U, std::nullopt, 1U));
}

}  // namespace

}  // namespace fencepost::checker

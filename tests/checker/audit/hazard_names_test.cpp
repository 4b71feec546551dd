#include <fencepost/checker/hazard.h>

#include <cstdint>
#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

TEST(HazardNames, EverySlugHasItsOwnAndIsFoundByIt) {
  std::set<std::string_view> seen;
  for (std::uint8_t i = 0; i < slug_count; ++i) {
    const auto slug = static_cast<Slug>(i);
    EXPECT_TRUE(seen.insert(name(slug)).second) << name(slug);
    EXPECT_EQ(slug_named(name(slug)), slug);
  }
}

TEST(HazardNames, AreSpeltAsTheManualSpellsThem) {
  EXPECT_EQ(name(Slug::reuse_before_last_read), "reuse-before-last-read");
  EXPECT_EQ(name(Slug::capture_bytes_cached_for_eager), "capture-bytes-cached-for-eager");
  EXPECT_EQ(name(Slug::wrong_value), "wrong-value");
  EXPECT_EQ(name(Note::Kind::unordered_free), "unordered-free");
  EXPECT_EQ(name(Note::Kind::redundant_wait), "redundant-wait");
  EXPECT_EQ(name(NearMiss::edge_lost_at_border), "edge-lost-at-border");
  EXPECT_EQ(name(NearMiss::unrecorded_event), "unrecorded-event");
}

TEST(HazardNames, UnknownTextIsNoSlug) {
  EXPECT_EQ(slug_named("reuse_before_last_read"), std::nullopt);
  EXPECT_EQ(slug_named(""), std::nullopt);
}

}  // namespace
}  // namespace fencepost::checker

// Reuse before the last read, with more ordered readers beside the unordered one than a race
// detector with a bounded memory per word can keep (bench/tsan/ordered_readers.cpp).

#include <fencepost/checker/audit.h>
#include <fencepost/traces/parser.h>

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

constexpr int variants = 25;

/// One stream reads 64 bytes of `old` and nobody waits for it. It stands among `ordered` readers of
/// the whole, which the home stream does wait for; where it stands and what it reads varies.
std::string schedule(int ordered, int variant) {
  const int forgotten = variant % (ordered + 1);
  std::string text = "fencepost 1\nstream home\nevent ready\n";
  for (int i = 0; i <= ordered; ++i) text += fmt::format("stream s{0}\nevent done{0}\n", i);
  text += "alloc old 4KiB stream=home\nkernel fill stream=home writes=old\nrecord ready stream=home\n";
  for (int i = 0; i <= ordered; ++i) {
    text += fmt::format("wait ready stream=s{0}\nkernel read{0} stream=s{0} reads=old", i);
    if (i == forgotten) {
      text += fmt::format("[{}:{}]\n", 64 * variant, 64 * variant + 64);
      continue;
    }
    text += '\n';
    text += fmt::format("record done{0} stream=s{0}\nwait done{0} stream=home\n", i);
  }
  return text + "free old\nalloc next 4KiB stream=home\nkernel overwrite stream=home writes=next\n";
}

TEST(OrderedReaders, NeverHideTheOneThatNobodyWaitsFor) {
  int flagged = 0;
  for (int ordered = 1; ordered <= 16; ++ordered) {
    for (int variant = 0; variant < variants; ++variant) {
      const auto parsed = parse(schedule(ordered, variant), "readers.trace");
      ASSERT_TRUE(parsed);
      const Report report = audit(*parsed, {.rules = {}, .explain = false, .fixes = false, .text = {}});
      ASSERT_EQ(report.hazards.size(), 1U);
      const Hazard& hazard = report.hazards[0];
      EXPECT_EQ(hazard.slug, Slug::reuse_before_last_read);
      EXPECT_EQ(parsed->names()[hazard.first.label], fmt::format("read{}", variant % (ordered + 1)));
      EXPECT_EQ(hazard.second_lo, 64U * static_cast<unsigned>(variant));
      ++flagged;
    }
  }
  EXPECT_EQ(flagged, 400);
}

}  // namespace
}  // namespace fencepost::checker

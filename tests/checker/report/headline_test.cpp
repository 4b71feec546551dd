#include <fencepost/checker/report/headline.h>

#include <checker/report/reuse_story.h>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class Headline : public testing::Test {
 protected:
  Headline() : schedule(*parse(reuse_trace)), report(reuse_report(schedule)), hazard(report.hazards.front()) {}

  [[nodiscard]] std::string of(Slug slug) {
    hazard.slug = slug;
    return headline(hazard, Wording(schedule, report, reuse_trace));
  }

  Schedule schedule;
  Report report;
  Hazard hazard;
};

TEST_F(Headline, EverySlugHasItsOwnSentence) {
  std::set<std::string> sentences;
  for (std::uint8_t i = 0; i < slug_count; ++i) {
    const std::string sentence = of(static_cast<Slug>(i));
    EXPECT_THAT(sentence, EndsWith(".")) << name(static_cast<Slug>(i));
    EXPECT_TRUE(sentences.insert(sentence).second) << name(static_cast<Slug>(i)) << ": " << sentence;
  }
}

TEST_F(Headline, SaysWhoMayComeTooEarly) {
  EXPECT_EQ(of(Slug::overwrite_before_last_read),
            "kernel \"overwrite\" (line 12) may overwrite scratch[2MiB:4MiB] while kernel \"fp32_sum\" (line 9) is "
            "still reading it.");
  EXPECT_EQ(of(Slug::read_before_write),
            "kernel \"overwrite\" (line 12) may read scratch[2MiB:4MiB] before kernel \"fp32_sum\" (line 9) has "
            "written it.");
}

TEST_F(Headline, ARefusedFenceNamesTheRecordAndTheStatus) {
  hazard.status = Status::cudaErrorInvalidValue;
  hazard.second.event = *schedule.names().find<EventTag>("sent");
  const std::string sentence = of(Slug::eager_wait_on_captured_fence);
  EXPECT_THAT(sentence, HasSubstr("line 12 uses event \"sent\" outside any capture"));
  EXPECT_THAT(sentence, HasSubstr("its last record (line 9) was made inside a capture"));
  EXPECT_THAT(sentence, HasSubstr("cudaErrorInvalidValue"));
}

TEST_F(Headline, UseAfterFreeNamesTheFree) {
  EXPECT_EQ(of(Slug::use_after_free),
            "kernel \"overwrite\" (line 12) uses scratch[2MiB:4MiB] after it was freed at line 10.");
}

TEST_F(Headline, DoubleFreeNamesBoth) {
  hazard.second_lo = hazard.second_hi = 0;
  EXPECT_EQ(of(Slug::double_free), "line 12 frees scratch, which line 9 had freed already.");
}

}  // namespace
}  // namespace fencepost::checker

#include "corpus.h"

#include <fencepost/checker/expectations/expectations.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace fencepost::tests {

namespace {

class Corpus : public ::testing::TestWithParam<std::string> {};

TEST_P(Corpus, BehavesAsItsAuthorSays) {
  for (const checker::Surprise& surprise : checker::surprises(corpus_schedule(GetParam()))) {
    ADD_FAILURE() << GetParam() << ':' << surprise.line << ": " << surprise.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Traces, Corpus, ::testing::ValuesIn(corpus_traces()),
                         [](const auto& instance) { return case_name(instance.param); });

/// `NAME.fixed.trace` is the nearest schedule without the hazard of `NAME.trace`: one without the
/// other proves nothing.
TEST(CorpusAsAWhole, PairsEachRepairWithItsFault) {
  const std::vector<std::string> traces = corpus_traces();
  EXPECT_GE(traces.size(), 100U);
  for (const std::string& trace : traces) {
    const std::size_t fixed = trace.find(".fixed.trace");
    if (fixed == std::string::npos) continue;
    EXPECT_TRUE(std::binary_search(traces.begin(), traces.end(), trace.substr(0, fixed) + ".trace")) << trace;
  }
}

}  // namespace

}  // namespace fencepost::tests

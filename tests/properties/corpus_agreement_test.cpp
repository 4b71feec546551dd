// The engines agree on every shipped trace, not only on generated ones.

#include <fencepost/properties/agreement.h>

#include <corpus/corpus.h>
#include <string>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

TEST(CorpusAgreement, OfOracleVectorsClosureAndClocks) {
  std::size_t judged = 0;
  for (const std::string& trace : fencepost::tests::corpus_traces()) {
    const Agreement agreement = compare_engines(fencepost::tests::corpus_schedule(trace));
    EXPECT_TRUE(agreement.modelled) << trace;
    EXPECT_FALSE(agreement.disagreement.has_value()) << trace << ": " << *agreement.disagreement;
    if (agreement.judged) ++judged;
  }
  // The oracle leaves out what is too large for it; the corpus is small by design.
  EXPECT_EQ(judged, fencepost::tests::corpus_traces().size());
}

}  // namespace
}  // namespace fencepost::properties

#include <fencepost/runtime/cuda/authors.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

AuthorKey eager(std::uint32_t line) { return {ExecutableId::none(), line, LabelId{0}, OperationKind::kernel}; }

TEST(Authors, KeepTheNumberOfAKey) {
  Authors authors;
  const AuthorId first = authors.intern(eager(3));
  const AuthorId second = authors.intern(eager(4));
  EXPECT_NE(first, initial_contents);
  EXPECT_NE(first, second);
  EXPECT_EQ(authors.intern(eager(3)), first);
  EXPECT_EQ(authors[second], eager(4));
}

TEST(Authors, AreKeyedByExecutable) {
  Authors authors;
  AuthorKey in_first = eager(3);
  in_first.captured = true;
  in_first.executable = ExecutableId{0};
  AuthorKey in_second = in_first;
  in_second.executable = ExecutableId{1};
  EXPECT_NE(authors.intern(in_first), authors.intern(in_second));
}

TEST(Occurrences, TellNodesOfOneLineApart) {
  Occurrences occurrences;
  const AuthorKey first = occurrences.next(5, LabelId{1}, OperationKind::kernel);
  const AuthorKey second = occurrences.next(5, LabelId{1}, OperationKind::kernel);
  const AuthorKey other = occurrences.next(6, LabelId{1}, OperationKind::kernel);
  EXPECT_EQ(first.occurrence, 0U);
  EXPECT_EQ(second.occurrence, 1U);
  EXPECT_EQ(other.occurrence, 0U);
  EXPECT_TRUE(first.captured);
}

TEST(AuthorText, NamesTheReplayOrTheRun) {
  Names names;
  const LabelId sum = names.intern<LabelTag>("fp32_sum");
  const ExecutableId step = names.intern<ExecutableTag>("step");
  const AuthorKey captured{step, 9, sum, OperationKind::kernel, true};
  const AuthorKey alone{ExecutableId::none(), 9, sum, OperationKind::kernel};
  EXPECT_EQ(describe(names, captured, 2), "replay 3 of step: fp32_sum (line 9)");
  EXPECT_EQ(describe(names, alone, 0), "fp32_sum (line 9)");
  EXPECT_EQ(describe(names, alone, 1), "run 2 of fp32_sum (line 9)");
  EXPECT_EQ(describe(names, AuthorKey{}, 0), "nobody (initial contents)");
}

}  // namespace
}  // namespace fencepost::cuda

#include <fencepost/traces/spelling.h>
#include <fencepost/traces/statement_table.h>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

TEST(StatementTable, FindsStatementsByKeyword) {
  ASSERT_EQ(statements_starting("record").size(), 1U);
  EXPECT_EQ(statements_starting("record")[0].kind, OperationKind::record);
  EXPECT_EQ(statements_starting("query").size(), 2U);
  EXPECT_EQ(statements_starting("destroy").size(), 5U);
  EXPECT_EQ(statements_starting("synchronize").size(), 3U);
}

TEST(StatementTable, DoesNotFindWhatIsNoKeyword) {
  EXPECT_TRUE(statements_starting("").empty());
  EXPECT_TRUE(statements_starting("recor").empty());
  EXPECT_TRUE(statements_starting("query event").empty());
  EXPECT_TRUE(statements_starting("expect").empty());
}

TEST(StatementTable, EveryKindHasOneRowThatItsKeywordFinds) {
  ASSERT_EQ(statement_table.size(), operation_kind_count);
  for (const Statement& statement : statement_table) {
    EXPECT_EQ(&statement_of(statement.kind), &statement);
    const auto found = statements_starting(statement.keyword);
    EXPECT_EQ(std::ranges::count(found, statement.kind, &Statement::kind), 1) << full_keyword(statement);
  }
}

TEST(StatementTable, OptionsOfOneStatementHaveDistinctKeys) {
  for (const Statement& statement : statement_table) {
    for (const Option option : statement.options) {
      const auto key = row(option).key;
      EXPECT_EQ(std::ranges::count_if(statement.options, [key](Option other) { return row(other).key == key; }), 1)
          << full_keyword(statement) << " " << key;
    }
  }
}

TEST(StatementTable, EveryStatementButLoopsMayCarryAStatusAndANote) {
  for (const Statement& statement : statement_table) {
    const bool is_loop = statement.kind == OperationKind::repeat_begin || statement.kind == OperationKind::repeat_end;
    EXPECT_EQ(std::ranges::count(statement.options, Option::expect), is_loop ? 0 : 1) << full_keyword(statement);
  }
}

TEST(StatementTable, SynopsesReadLikeTheManual) {
  EXPECT_EQ(synopsis(statement_of(OperationKind::record)), "record E stream=S [external]");
  EXPECT_EQ(synopsis(statement_of(OperationKind::synchronize_device)), "synchronize device [D]");
  EXPECT_EQ(synopsis(statement_of(OperationKind::copy)), "copy NAME stream=S from=RANGE to=RANGE [sync] [time=…]");
  EXPECT_EQ(synopsis(statement_of(OperationKind::allocate)), "alloc B SIZE [pool=P] [stream=S] [at=0x…]");
  EXPECT_EQ(synopsis(statement_of(OperationKind::repeat_begin)), "repeat N|forever {");
}

TEST(Spelling, OfEnumerations) {
  EXPECT_EQ(name(StreamKind::per_thread), "per_thread");
  EXPECT_EQ(name(CaptureMode::thread_local_mode), "thread_local");
  EXPECT_EQ(name(PoolKind::private_pool), "private");
  EXPECT_EQ(name(PoolKind::pinned), "pinned");
  EXPECT_EQ(name(MemoryKind::managed), "managed");
  EXPECT_EQ(name(CommunicatorProfile::loopback), "loopback");
  EXPECT_EQ(name(AllocatorProfile::torch_main), "torch-main");
  EXPECT_EQ(name(AccessMode::atomic), "atomic");
}

}  // namespace
}  // namespace fencepost

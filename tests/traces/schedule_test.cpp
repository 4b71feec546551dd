#include "traces/parsing.h"
#include <fencepost/traces/draft.h>
#include <fencepost/traces/schedule.h>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

using test::parsed;

TEST(Schedule, KeepsWhatWasAppended) {
  Draft draft(OperationKind::kernel);
  draft.operation.stream = StreamId{3};
  draft.operation.label = LabelId{5};
  draft.operation.line = 7;
  draft.operation.flags.early = true;
  draft.accesses = {{BufferId{1}, AccessMode::write, 0, 2, 4}, {BufferId{2}, AccessMode::read, 1, 0, 8}};
  draft.detail.annotation = "kept";
  Schedule schedule;
  EXPECT_EQ(schedule.append(Draft(OperationKind::group_begin).view()), 0U);
  EXPECT_EQ(schedule.append(draft.view()), 1U);
  draft.detail.annotation = "changed";
  EXPECT_EQ(schedule[1].line, 7U);
  EXPECT_EQ(schedule[1].detail->annotation, "kept");
  EXPECT_EQ(schedule[1].accesses[0].mode, AccessMode::read);  // canonical order
  EXPECT_EQ(schedule[0].detail, &no_detail());
  EXPECT_TRUE(schedule[0].accesses.empty());
}

TEST(Schedule, ClearingKeepsTheNames) {
  Schedule schedule = parsed("stream s\nexpect clean\n");
  schedule.clear_operations();
  EXPECT_TRUE(schedule.empty());
  EXPECT_TRUE(schedule.expectations().empty());
  EXPECT_EQ(schedule.names().find<StreamTag>("s"), StreamId{0});
}

TEST(Schedule, EqualityIgnoresLinesAndNumbering) {
  EXPECT_EQ(parsed("stream a\nstream b\n"), parsed("\nstream a\n# x\nstream b\n"));
  Schedule renumbered;
  renumbered.names().intern<StreamTag>("unused");
  Draft draft(OperationKind::create_stream);
  draft.operation.object = renumbered.names().intern<StreamTag>("a").value;
  renumbered.append(draft.view());
  EXPECT_EQ(parsed("stream a\n"), renumbered);
  EXPECT_EQ(renumbered, parsed("stream a\n"));
}

TEST(Schedule, EqualitySeesEveryDifference) {
  const std::string_view head = "stream s\nstream t\nbuffer x 8\npool p kind=raw\nevent e\nthread w\n";
  const auto with = [head](std::string_view last) { return parsed(std::string(head).append(last)); };
  EXPECT_EQ(with("kernel k stream=s reads=x\n"), with("kernel k stream=s reads=x[0:8]\n"));
  EXPECT_NE(with("kernel k stream=s reads=x\n"), with("kernel k stream=t reads=x\n"));
  EXPECT_NE(with("kernel k stream=s reads=x\n"), with("kernel l stream=s reads=x\n"));
  EXPECT_NE(with("kernel k stream=s reads=x\n"), with("kernel k stream=s writes=x\n"));
  EXPECT_NE(with("kernel k stream=s reads=x\n"), with("kernel k stream=s reads=x[0:4]\n"));
  EXPECT_NE(with("kernel k stream=s reads=x\n"), with("kernel k stream=s reads=x@1\n"));
  EXPECT_NE(with("kernel k stream=s reads=x\n"), with("host_function k stream=s reads=x\n"));
  EXPECT_NE(with("kernel k stream=s\n"), with("@w kernel k stream=s\n"));
  EXPECT_NE(with("kernel k stream=s\n"), with("kernel k stream=s early\n"));
  EXPECT_NE(with("kernel k stream=s\n"), with("kernel k stream=s note=\"x\"\n"));
  EXPECT_NE(with("alloc y 8\n"), with("alloc y 8 pool=p\n"));
  EXPECT_NE(with("record e stream=s\n"), with("record e stream=s external\n"));
  EXPECT_NE(with("event f\n"), with("event g\n"));
  EXPECT_NE(with(""), with("group_begin\n"));
  EXPECT_NE(with("expect clean\n"), with(""));
}

TEST(SameContent, IgnoresOnlyTheLine) {
  Draft a(OperationKind::record);
  Draft b(OperationKind::record);
  a.operation.line = 1;
  b.operation.line = 2;
  EXPECT_TRUE(same_content(a.view(), b.view()));
  b.operation.object = 0;
  EXPECT_FALSE(same_content(a.view(), b.view()));
}

}  // namespace
}  // namespace fencepost

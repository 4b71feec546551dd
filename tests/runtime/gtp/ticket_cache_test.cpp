#include <fencepost/runtime/gtp/ticket_cache.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::ElementsAre;

struct TicketCacheTest : ::testing::Test {
  Bench bench{Configuration{.mode = GraphMode::eager}};
  TicketCache cache;
  const TicketKey even{TicketKey::Use::gather, 0, 1024, false};
  const TicketKey odd{TicketKey::Use::gather, 0, 1024, true};

  BufferHandle get(Ticket ticket) { return cache.get(bench.execution, ticket, bench.execution.compute); }
};

TEST_F(TicketCacheTest, BindsAtTheFirstGet) {
  const Ticket ticket = cache.reserve(even);
  EXPECT_FALSE(cache.bound(ticket));
  EXPECT_THAT(bench.recorder.take(), ElementsAre());
  get(ticket);
  EXPECT_TRUE(cache.bound(ticket));
  EXPECT_THAT(bench.recorder.take(), ElementsAre("alloc gathered.0 1KiB stream=main"));
}

TEST_F(TicketCacheTest, KeepsItsBufferAcrossReleases) {
  const Ticket ticket = cache.reserve(even);
  const BufferHandle first = get(ticket);
  cache.release(ticket);
  EXPECT_EQ(get(ticket).id, first.id);
}

TEST_F(TicketCacheTest, TicketsOfOneKeyShareABufferForEver) {
  const Ticket a = cache.reserve(even);
  const Ticket b = cache.reserve(even);
  const BufferHandle buffer = get(a);
  cache.release(a);
  EXPECT_EQ(get(b).id, buffer.id);
  cache.release(b);
  EXPECT_EQ(get(a).id, buffer.id);
  EXPECT_EQ(cache.buffer_count(), 1U);
}

TEST_F(TicketCacheTest, ABufferInUseIsNotSharedOut) {
  const Ticket a = cache.reserve(even);
  const Ticket b = cache.reserve(even);
  const BufferHandle buffer = get(a);
  EXPECT_NE(get(b).id, buffer.id);
}

TEST_F(TicketCacheTest, TheOtherParityIsAnotherKey) {
  const Ticket a = cache.reserve(even);
  const Ticket b = cache.reserve(odd);
  const BufferHandle buffer = get(a);
  cache.release(a);
  EXPECT_NE(get(b).id, buffer.id);
}

TEST_F(TicketCacheTest, ATicketWhoseBufferIsTakenIsBoundAnew) {
  const Ticket a = cache.reserve(even);
  const Ticket b = cache.reserve(even);
  const BufferHandle shared = get(a);
  cache.release(a);
  get(b);
  EXPECT_NE(get(a).id, shared.id);
  EXPECT_TRUE(cache.holds(b));
}

TEST_F(TicketCacheTest, WithoutThatRuleTheBufferIsTakenAway) {
  Bench broken{Configuration{.mode = GraphMode::eager}, RuleSet{}.without(Rule::tickets_avoid_busy_buffers)};
  const Ticket a = cache.reserve(even);
  const Ticket b = cache.reserve(even);
  const BufferHandle shared = cache.get(broken.execution, a, broken.execution.compute);
  cache.release(a);
  cache.get(broken.execution, b, broken.execution.compute);
  EXPECT_EQ(cache.get(broken.execution, a, broken.execution.compute).id, shared.id);
  EXPECT_FALSE(cache.holds(b));
}

TEST_F(TicketCacheTest, TheNextUserWaitsForTheLastReader) {
  Handoff added{bench.execution, "added"};
  const StreamId side = bench.calls.stream("side");
  const Ticket ticket = cache.reserve(even);
  get(ticket);
  added.record(bench.execution, side);
  cache.release(ticket, {&added});
  bench.recorder.take();
  cache.get(bench.execution, ticket, side);
  EXPECT_THAT(bench.recorder.take(), ElementsAre("wait added stream=side"));
  cache.release(ticket);
  get(ticket);
  EXPECT_THAT(bench.recorder.take(), ElementsAre());
}

TEST_F(TicketCacheTest, ClearDropsTheBuffersAndKeepsTheTickets) {
  const Ticket ticket = cache.reserve(even);
  get(ticket);
  bench.recorder.take();
  cache.clear(bench.execution);
  EXPECT_THAT(bench.recorder.take(), ElementsAre("free gathered.0"));
  EXPECT_FALSE(cache.bound(ticket));
  get(ticket);
  EXPECT_TRUE(cache.bound(ticket));
}

}  // namespace
}  // namespace fencepost::gtp::testing

// Every combination of circumstances has exactly one name, and each name that a question can give
// is given by some combination. The expected names follow docs/definitions.md.

#include <fencepost/checker/classify/decision_table.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using model::Refusal;
using ::testing::UnorderedElementsAre;

constexpr std::initializer_list<bool> either = {false, true};
constexpr std::initializer_list<AccessMode> modes = {AccessMode::read, AccessMode::write, AccessMode::update,
                                                     AccessMode::atomic};

std::set<Slug> all_refused_answers() {
  std::set<Slug> answers;
  for (std::uint8_t refusal = 0; refusal <= static_cast<std::uint8_t>(Refusal::invalid_argument); ++refusal) {
    for (const bool broke : either) answers.insert(decide(RefusedCase{static_cast<Refusal>(refusal), broke}));
  }
  return answers;
}

template <class Visit>
void for_each_life(Visit visit) {
  for (std::uint8_t home = 0; home < home_count; ++home) {
    for (int flags = 0; flags < 16; ++flags) {
      visit(LifetimeCase{(flags & 1) != 0, static_cast<Home>(home), (flags & 2) != 0, (flags & 4) != 0,
                         (flags & 8) != 0});
    }
  }
}

template <class Visit>
void for_each_race(Visit visit) {
  for (int flags = 0; flags < 48; ++flags) {
    for (const RaceBytes bytes : {RaceBytes::device, RaceBytes::host, RaceBytes::communicator, RaceBytes::window}) {
      for (const Borrowing borrowing : {Borrowing::none, Borrowing::eager_bytes, Borrowing::graph_bytes}) {
        for (const AccessMode first : modes) {
          for (const AccessMode second : modes) {
            visit(OrderCase{(flags & 1) != 0, static_cast<LifeStep>(flags / 16), bytes, (flags & 2) != 0,
                            (flags & 4) != 0, (flags & 8) != 0, borrowing, first, second});
          }
        }
      }
    }
  }
}

TEST(DecisionTable, NamesEveryRefusedCall) {
  EXPECT_THAT(
      all_refused_answers(),
      UnorderedElementsAre(Slug::eager_wait_on_captured_fence, Slug::captured_wait_on_ended_capture,
                           Slug::captured_wait_on_eager_fence, Slug::capture_unjoined, Slug::capture_merged,
                           Slug::capture_invalidated, Slug::double_free, Slug::pool_exhausted_in_capture,
                           Slug::dead_handle, Slug::memory_node_misuse, Slug::wrong_device, Slug::window_lifetime,
                           Slug::window_mismatch, Slug::teardown_order, Slug::leak, Slug::refused_call));
}

TEST(DecisionTable, ACallThatBreaksACaptureIsMoreThanRefused) {
  for (const Refusal refusal :
       {Refusal::captured_event_queried_live, Refusal::legacy_stream_in_capture, Refusal::unsupported_in_capture,
        Refusal::capture_unmatched, Refusal::capture_wrong_thread, Refusal::capture_already_invalid}) {
    EXPECT_EQ(decide(RefusedCase{refusal, true}), Slug::capture_invalidated);
    EXPECT_EQ(decide(RefusedCase{refusal, false}), Slug::refused_call);
  }
}

TEST(DecisionTable, FencesAcrossACapturesBorderHaveNamesOfTheirOwn) {
  for (const bool broke : either) {
    EXPECT_EQ(decide(RefusedCase{Refusal::captured_event_used_eagerly, broke}), Slug::eager_wait_on_captured_fence);
    EXPECT_EQ(decide(RefusedCase{Refusal::eager_event_in_capture, broke}), Slug::captured_wait_on_eager_fence);
    EXPECT_EQ(decide(RefusedCase{Refusal::ended_capture_event_in_capture, broke}),
              Slug::captured_wait_on_ended_capture);
  }
}

TEST(DecisionTable, NamesEveryLife) {
  std::set<std::optional<Slug>> answers;
  for_each_life([&](const LifetimeCase& life) { answers.insert(decide(life)); });
  EXPECT_THAT(answers, UnorderedElementsAre(std::nullopt, Slug::use_after_free, Slug::replay_after_free,
                                            Slug::capture_borrows_eager_bytes, Slug::capture_bytes_cached_for_eager,
                                            Slug::window_lifetime));
}

TEST(DecisionTable, NamingAFreedTensorIsAlwaysUseAfterFree) {
  for_each_life([](LifetimeCase life) {
    life.named_after_release = true;
    const bool registration = life.home == Home::window;
    EXPECT_EQ(decide(life), registration ? Slug::window_lifetime : Slug::use_after_free);
  });
}

TEST(DecisionTable, GraphMemoryOutlivesItsTensorsUnlessEagerCodeGotIt) {
  for (const Home home : {Home::caching, Home::private_pool, Home::scratch}) {
    EXPECT_EQ(decide(LifetimeCase{false, home, true, true, false}), std::nullopt);
  }
  EXPECT_EQ(decide(LifetimeCase{false, Home::scratch, true, true, true}), Slug::capture_bytes_cached_for_eager);
  EXPECT_EQ(decide(LifetimeCase{false, Home::private_pool, true, true, true}), std::nullopt);
}

TEST(DecisionTable, BytesOfAnEagerPoolAreBorrowed) {
  for (const bool handed_on : either) {
    EXPECT_EQ(decide(LifetimeCase{false, Home::caching, false, false, handed_on}), Slug::capture_borrows_eager_bytes);
    EXPECT_EQ(decide(LifetimeCase{false, Home::scratch, false, false, handed_on}), Slug::capture_borrows_eager_bytes);
  }
}

TEST(DecisionTable, BytesThatAreGoneAreReplayedAfterFree) {
  EXPECT_EQ(decide(LifetimeCase{false, Home::raw, false, false, false}), Slug::replay_after_free);
  EXPECT_EQ(decide(LifetimeCase{false, Home::async, false, false, false}), Slug::replay_after_free);
  EXPECT_EQ(decide(LifetimeCase{false, Home::async, false, true, false}), std::nullopt);
}

TEST(DecisionTable, NamesEveryRace) {
  std::set<Slug> answers;
  for_each_race([&](const OrderCase& race) { answers.insert(decide(race)); });
  EXPECT_THAT(answers, UnorderedElementsAre(Slug::window_lifetime, Slug::communicator_race, Slug::capture_escape,
                                            Slug::use_before_alloc, Slug::use_after_free, Slug::host_staging_race,
                                            Slug::stale_external_record, Slug::capture_borrows_eager_bytes,
                                            Slug::capture_bytes_cached_for_eager, Slug::reuse_before_last_read,
                                            Slug::reuse_before_last_write, Slug::read_before_write,
                                            Slug::overwrite_before_last_read, Slug::unordered_writes));
}

TEST(DecisionTable, ARaceOfOneTensorIsNamedByWhatItsSidesDo) {
  const auto named = [](AccessMode first, AccessMode second) {
    OrderCase race;
    race.first = first;
    race.second = second;
    return decide(race);
  };
  EXPECT_EQ(named(AccessMode::write, AccessMode::read), Slug::read_before_write);
  EXPECT_EQ(named(AccessMode::update, AccessMode::update), Slug::read_before_write);
  EXPECT_EQ(named(AccessMode::atomic, AccessMode::read), Slug::read_before_write);
  EXPECT_EQ(named(AccessMode::read, AccessMode::write), Slug::overwrite_before_last_read);
  EXPECT_EQ(named(AccessMode::read, AccessMode::atomic), Slug::overwrite_before_last_read);
  EXPECT_EQ(named(AccessMode::update, AccessMode::write), Slug::overwrite_before_last_read);
  EXPECT_EQ(named(AccessMode::write, AccessMode::write), Slug::unordered_writes);
}

TEST(DecisionTable, ARaceOfTwoTensorsIsReuse) {
  for (const AccessMode second : modes) {
    OrderCase race;
    race.same_generation = false;
    race.second = second;
    race.first = AccessMode::read;
    EXPECT_EQ(decide(race), Slug::reuse_before_last_read);
    race.first = AccessMode::write;
    EXPECT_EQ(decide(race), Slug::reuse_before_last_write);
  }
}

TEST(DecisionTable, CircumstancesComeBeforeWhatTheSidesDo) {
  OrderCase race;
  race.same_generation = false;
  race.borrowing = Borrowing::eager_bytes;
  EXPECT_EQ(decide(race), Slug::capture_borrows_eager_bytes);
  race.stale_external = true;
  EXPECT_EQ(decide(race), Slug::stale_external_record);
  race.host_access = true;
  EXPECT_EQ(decide(race), Slug::host_staging_race);
  race.life = LifeStep::release;
  EXPECT_EQ(decide(race), Slug::use_after_free);
  race.life = LifeStep::allocation;
  EXPECT_EQ(decide(race), Slug::use_before_alloc);
  race.escaped_capture = true;
  EXPECT_EQ(decide(race), Slug::capture_escape);
  race.bytes = RaceBytes::communicator;
  EXPECT_EQ(decide(race), Slug::communicator_race);
}

TEST(DecisionTable, NamesEveryForeignValue) {
  std::set<Slug> answers;
  for (const SeenWrite seen : {SeenWrite::none, SeenWrite::before_hand_over, SeenWrite::after_hand_over}) {
    for (const bool writer : either) {
      for (const bool reader : either) {
        answers.insert(decide(OwnerCase{seen, writer, reader, std::nullopt}));
        answers.insert(decide(OwnerCase{seen, writer, reader, Slug::replay_after_free}));
      }
    }
  }
  EXPECT_THAT(answers, UnorderedElementsAre(Slug::read_of_unwritten, Slug::replay_overwrites_live,
                                            Slug::replay_after_free, Slug::use_after_free));
}

TEST(DecisionTable, AForeignValueIsNamedByWhenAndByWhomItWasWritten) {
  EXPECT_EQ(decide(OwnerCase{SeenWrite::none, false, true, Slug::replay_after_free}), Slug::read_of_unwritten);
  EXPECT_EQ(decide(OwnerCase{SeenWrite::before_hand_over, true, false, {}}), Slug::read_of_unwritten);
  EXPECT_EQ(decide(OwnerCase{SeenWrite::after_hand_over, true, false, {}}), Slug::replay_overwrites_live);
  EXPECT_EQ(decide(OwnerCase{SeenWrite::after_hand_over, false, true, Slug::capture_borrows_eager_bytes}),
            Slug::capture_borrows_eager_bytes);
  EXPECT_EQ(decide(OwnerCase{SeenWrite::after_hand_over, false, true, {}}), Slug::use_after_free);
  EXPECT_EQ(decide(OwnerCase{SeenWrite::after_hand_over, false, false, {}}), Slug::use_after_free);
}

}  // namespace
}  // namespace fencepost::checker

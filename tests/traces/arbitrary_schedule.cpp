#include "traces/arbitrary_schedule.h"

#include <fencepost/traces/draft.h>
#include <fencepost/traces/recording_device.h>
#include <fencepost/traces/statement_table.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace fencepost::test {
namespace {

using namespace std::string_literals;

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

/// Names that are hard to write down.
const std::array<std::string, 10> stems{"s",         "main",       "kernel",     "a b",      "\"",
                                        "#x = {}\\", "\n\t\r\x7f", "größe 漢字", "\xff\x80", "\0"s};

class Decoder {
 public:
  explicit Decoder(const std::vector<std::uint32_t>& choices) : choices_(choices) {}

  Schedule run() {
    known_[index_of(Namespace::thread)] = {main_thread.value};
    known_[index_of(Namespace::device)] = {first_device.value};
    existing_[index_of(Namespace::thread)] = {main_thread.value};
    existing_[index_of(Namespace::device)] = {first_device.value};
    while (at_ < choices_.size()) add(statement_table[choose(operation_kind_count)]);
    while (!loops_.empty()) close_loop();
    add_expectations();
    return std::move(schedule_);
  }

 private:
  static std::size_t index_of(Namespace space) { return static_cast<std::size_t>(space); }

  std::uint32_t choose(std::size_t below) {
    const std::uint32_t choice = at_ < choices_.size() ? choices_[at_] : 0;
    ++at_;
    return static_cast<std::uint32_t>(choice % below);
  }
  bool flip() { return choose(2) == 1; }
  std::uint64_t number() {
    const std::array<std::uint64_t, 6> numbers{1, 2, 1024, 1000, 3'000'000'000, largest};
    return numbers[choose(numbers.size())];
  }

  std::string fresh_name(Namespace space) {
    const std::size_t count = table_of(schedule_.names(), space).size();
    return stems[choose(stems.size())] + (flip() ? std::to_string(count) : "");
  }

  /// A thing of that kind, made first if there is none.
  std::uint32_t known(Namespace space) {
    if (known_[index_of(space)].empty()) create(space);
    const auto& all = known_[index_of(space)];
    return all[choose(all.size())];
  }

  void create(Namespace space) {
    const auto creates = [space](const Statement& statement) {
      return statement.space == space && statement.effect == Effect::creates;
    };
    add(*std::ranges::find_if(statement_table, creates));
  }

  void add(const Statement& statement) {
    if (statement.kind == OperationKind::repeat_begin) return open_loop();
    if (statement.kind == OperationKind::repeat_end) return loops_.empty() ? void() : close_loop();
    Draft draft(statement.kind);
    draft.operation.thread = ThreadId{flip() ? known(Namespace::thread) : main_thread.value};
    if (!choose_subject(statement, draft)) return;
    choose_argument(statement, draft);
    for (const Option option : statement.options) {
      if (statement.required.contains(option) || choose(3) == 0) choose_value(option, draft);
    }
    record(draft);
    apply_effect(statement, draft);
  }

  /// False when no name is free for it.
  bool choose_subject(const Statement& statement, Draft& draft) {
    if (statement.effect == Effect::none || (statement.name_is_optional && flip())) return true;
    std::uint32_t subject = 0;
    if (statement.effect == Effect::creates) {
      // Inside a loop nothing is created that the loop would have to destroy.
      if (!loops_.empty() && !statement.names_work()) return false;
      subject = table_of(schedule_.names(), statement.space).intern(fresh_name(statement.space));
      if (existing_[index_of(statement.space)].contains(subject)) return false;
    } else {
      subject = known(statement.space);
    }
    if (statement.space == Namespace::label) {
      draft.operation.label = LabelId{subject};
    } else {
      draft.operation.object = subject;
    }
    return true;
  }

  void choose_argument(const Statement& statement, Draft& draft) {
    if (statement.argument == Argument::size) draft.detail.size = number();
    if (statement.argument == Argument::node) draft.detail.node = LabelId{known(Namespace::label)};
    if (statement.argument == Argument::capture_mode) choose_word(Option::mode, draft);
  }

  void choose_value(Option option, Draft& draft);
  void choose_word(Option option, Draft& draft);
  void choose_range(AccessMode mode, Draft& draft);

  void apply_effect(const Statement& statement, const Draft& draft) {
    if (statement.effect == Effect::none || statement.effect == Effect::uses) return;
    const bool is_label = statement.space == Namespace::label;
    const std::uint32_t subject = is_label ? draft.operation.label.value : draft.operation.object;
    auto& known = known_[index_of(statement.space)];
    auto& existing = existing_[index_of(statement.space)];
    const bool refused = draft.detail.expected_status.value_or(Status::success) != Status::success;
    if (statement.effect == Effect::creates) {
      if (std::ranges::find(known, subject) == known.end()) known.push_back(subject);
      if (statement.argument == Argument::size) sizes_[subject] = draft.detail.size;
      if (!is_label && !refused) existing.insert(subject);
    } else if (!refused) {
      existing.erase(subject);
    }
  }

  void record(Draft& draft) { RecordingDevice(schedule_).submit(draft.view()); }

  void open_loop() {
    if (loops_.size() == 5) return;
    // What the body uses has to be there, because the body creates nothing.
    for (std::uint8_t space = 1; space < namespace_count; ++space) known(static_cast<Namespace>(space));
    Draft draft(OperationKind::repeat_begin);
    draft.detail.count = flip() ? 0 : number();
    if (flip()) draft.detail.annotation = stems[choose(stems.size())];
    loops_.push_back(schedule_.size());
    record(draft);
  }
  void close_loop() {
    Draft draft(OperationKind::repeat_end);
    record(draft);
    loops_.pop_back();
  }

  void add_expectations();

  const std::vector<std::uint32_t>& choices_;
  std::size_t at_ = 0;
  Schedule schedule_;
  std::array<std::vector<std::uint32_t>, namespace_count> known_;
  std::array<std::set<std::uint32_t>, namespace_count> existing_;
  std::map<std::uint32_t, std::uint64_t> sizes_;
  std::vector<std::size_t> loops_;
};

void Decoder::choose_value(Option option, Draft& draft) {
  Detail& detail = draft.detail;
  OperationFlags& flags = draft.operation.flags;
  switch (option) {
    case Option::stream:
      draft.operation.stream = StreamId{known(Namespace::stream)};
      break;
    case Option::device:
      detail.device = DeviceId{known(Namespace::device)};
      break;
    case Option::pool:
      detail.pool = PoolId{known(Namespace::pool)};
      break;
    case Option::communicator:
      detail.communicator = CommunicatorId{known(Namespace::communicator)};
      break;
    case Option::buffer:
      detail.buffer = BufferId{known(Namespace::buffer)};
      break;
    case Option::graph:
      draft.operation.object = known(Namespace::graph);
      break;
    case Option::from_graph:
      detail.graph = GraphId{known(Namespace::graph)};
      break;
    case Option::node:
      detail.node = LabelId{known(Namespace::label)};
      break;
    case Option::reads:
    case Option::writes:
    case Option::updates:
    case Option::atomics:
      for (std::uint32_t i = choose(3); i > 0; --i) choose_range(row(option).access, draft);
      break;
    case Option::from_range:
    case Option::to_range:
      choose_range(row(option).access, draft);
      break;
    case Option::ranks:
    case Option::threads:
      detail.count = number();
      break;
    case Option::value:
      detail.count = flip() ? 0 : number();
      break;
    case Option::priority:
      detail.priority = flip() ? -std::numeric_limits<std::int32_t>::max() : 7;
      break;
    case Option::time:
      detail.time = std::chrono::nanoseconds(static_cast<std::int64_t>(number() >> 1));
      break;
    case Option::address:
      detail.address = flip() ? 0 : number();
      break;
    case Option::external:
      flags.external = true;
      break;
    case Option::synchronous:
      flags.synchronous = true;
      break;
    case Option::early:
      flags.early = true;
      break;
    case Option::auto_free:
      flags.auto_free = true;
      break;
    case Option::move:
      flags.move = true;
      break;
    case Option::graph_capture_record_stream_reuse:
      flags.graph_capture_record_stream_reuse = true;
      break;
    case Option::expect:
      detail.expected_status = static_cast<Status>(choose(status_count));
      break;
    case Option::note:
      detail.annotation = stems[choose(stems.size())];
      break;
    default:
      choose_word(option, draft);
      break;
  }
}

void Decoder::choose_word(Option option, Draft& draft) {
  Detail& detail = draft.detail;
  const std::uint32_t word = choose(words(option).size());
  switch (option) {
    case Option::stream_kind:
      detail.stream_kind = static_cast<StreamKind>(word);
      break;
    case Option::pool_kind:
      detail.pool_kind = static_cast<PoolKind>(word);
      break;
    case Option::memory:
      detail.memory = static_cast<MemoryKind>(word);
      break;
    case Option::mode:
      detail.capture_mode = static_cast<CaptureMode>(word);
      break;
    case Option::allocator_profile:
      detail.allocator_profile = static_cast<AllocatorProfile>(word);
      break;
    case Option::communicator_profile:
      detail.communicator_profile = static_cast<CommunicatorProfile>(word);
      break;
    default:
      detail.ready = word == 1;
      break;
  }
}

void Decoder::choose_range(AccessMode mode, Draft& draft) {
  const std::uint32_t buffer = known(Namespace::buffer);
  const std::uint64_t size = sizes_[buffer];
  Access access{.buffer = BufferId{buffer}, .mode = mode, .hi = size};
  if (flip()) access.hi = std::max<std::uint64_t>(1, size / 2);
  if (flip()) access.lo = access.hi / 3;
  if (flip()) access.version = flip() ? 1 : std::numeric_limits<std::uint32_t>::max();
  draft.accesses.push_back(access);
}

void Decoder::add_expectations() {
  const bool clean = flip();
  if (clean) schedule_.expectations().emplace_back();
  for (std::uint32_t i = choose(3); i > 0; --i) {
    Expectation expectation;
    expectation.kind = clean ? Expectation::Kind::note : Expectation::Kind::hazard;
    expectation.slug = "use-after-free";
    if (!schedule_.empty() && flip()) expectation.first = choose(schedule_.size());
    if (!schedule_.empty() && !clean && flip()) expectation.second = choose(schedule_.size());
    if (!clean && flip()) {
      expectation.lo = 0;
      expectation.hi = number();
    }
    schedule_.expectations().push_back(expectation);
  }
}

}  // namespace

Schedule schedule_from(const std::vector<std::uint32_t>& choices) { return Decoder(choices).run(); }

}  // namespace fencepost::test

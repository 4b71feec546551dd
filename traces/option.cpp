#include <fencepost/traces/option.h>
#include <fencepost/traces/spelling.h>

namespace fencepost {
constexpr std::array<OptionRow, option_count> option_table{{
    {.option = Option::stream, .key = "stream", .form = ValueForm::name, .space = Namespace::stream},
    {.option = Option::device, .key = "device", .form = ValueForm::name, .space = Namespace::device},
    {.option = Option::pool, .key = "pool", .form = ValueForm::name, .space = Namespace::pool},
    {.option = Option::communicator, .key = "communicator", .form = ValueForm::name, .space = Namespace::communicator},
    {.option = Option::buffer, .key = "buffer", .form = ValueForm::name, .space = Namespace::buffer},
    {.option = Option::graph, .key = "graph", .form = ValueForm::name, .space = Namespace::graph},
    {.option = Option::from_graph, .key = "from", .form = ValueForm::name, .space = Namespace::graph},
    {.option = Option::node, .key = "node", .form = ValueForm::name, .space = Namespace::label},
    {.option = Option::reads, .key = "reads", .form = ValueForm::ranges, .placeholder = "…"},
    {.option = Option::writes,
     .key = "writes",
     .form = ValueForm::ranges,
     .access = AccessMode::write,
     .placeholder = "…"},
    {.option = Option::updates,
     .key = "updates",
     .form = ValueForm::ranges,
     .access = AccessMode::update,
     .placeholder = "…"},
    {.option = Option::atomics,
     .key = "atomics",
     .form = ValueForm::ranges,
     .access = AccessMode::atomic,
     .placeholder = "…"},
    {.option = Option::from_range, .key = "from", .form = ValueForm::range, .placeholder = "RANGE"},
    {.option = Option::to_range,
     .key = "to",
     .form = ValueForm::range,
     .access = AccessMode::write,
     .placeholder = "RANGE"},
    {.option = Option::stream_kind, .key = "kind", .form = ValueForm::word},
    {.option = Option::pool_kind, .key = "kind", .form = ValueForm::word},
    {.option = Option::memory, .key = "memory", .form = ValueForm::word},
    {.option = Option::mode, .key = "mode", .form = ValueForm::word},
    {.option = Option::allocator_profile, .key = "profile", .form = ValueForm::word},
    {.option = Option::communicator_profile, .key = "profile", .form = ValueForm::word},
    {.option = Option::ready, .key = "ready", .form = ValueForm::word},
    {.option = Option::ranks, .key = "ranks", .form = ValueForm::count, .placeholder = "N"},
    {.option = Option::threads, .key = "threads", .form = ValueForm::count, .placeholder = "N"},
    {.option = Option::value, .key = "value", .form = ValueForm::number, .placeholder = "N"},
    {.option = Option::priority, .key = "priority", .form = ValueForm::integer, .placeholder = "N"},
    {.option = Option::time, .key = "time", .form = ValueForm::time, .placeholder = "…"},
    {.option = Option::address, .key = "at", .form = ValueForm::address, .placeholder = "0x…"},
    {.option = Option::external, .key = "external", .form = ValueForm::flag},
    {.option = Option::synchronous, .key = "sync", .form = ValueForm::flag},
    {.option = Option::early, .key = "early", .form = ValueForm::flag},
    {.option = Option::auto_free, .key = "auto_free", .form = ValueForm::flag},
    {.option = Option::move, .key = "move", .form = ValueForm::flag},
    {.option = Option::graph_capture_record_stream_reuse,
     .key = "graph_capture_record_stream_reuse",
     .form = ValueForm::flag},
    {.option = Option::expect, .key = "expect", .form = ValueForm::status, .placeholder = "STATUS"},
    {.option = Option::note, .key = "note", .form = ValueForm::text, .placeholder = "\"text\""},
}};

namespace {

constexpr bool in_enumeration_order() {
  for (std::size_t i = 0; i < option_table.size(); ++i) {
    if (static_cast<std::size_t>(option_table[i].option) != i) return false;
  }
  return true;
}
static_assert(in_enumeration_order());

constexpr std::array<std::string_view, 2> yes_and_no{"yes", "no"};

}  // namespace

std::span<const std::string_view> words(Option option) {
  switch (option) {
    case Option::pool_kind:
      return spellings<PoolKind>();
    case Option::stream_kind:
      return spellings<StreamKind>();
    case Option::memory:
      return spellings<MemoryKind>();
    case Option::mode:
      return spellings<CaptureMode>();
    case Option::allocator_profile:
      return spellings<AllocatorProfile>();
    case Option::communicator_profile:
      return spellings<CommunicatorProfile>();
    case Option::ready:
      return yes_and_no;
    default:
      return {};
  }
}

}  // namespace fencepost

#include <fencepost/traces/namespaces.h>

#include <array>

namespace fencepost {
namespace {

struct Words {
  std::string_view noun;
  std::string_view with_article;
  std::string_view placeholder;
};

constexpr std::array<Words, namespace_count> words{{
    {"thing", "a thing", "X"},
    {"device", "a device", "D"},
    {"thread", "a thread", "T"},
    {"stream", "a stream", "S"},
    {"event", "an event", "E"},
    {"buffer", "a buffer", "B"},
    {"pool", "a pool", "P"},
    {"communicator", "a communicator", "C"},
    {"graph", "a graph", "G"},
    {"executable", "an executable", "X"},
    {"window", "a window", "W"},
    {"signal", "a signal", "X"},
    {"barrier", "a barrier", "X"},
    {"mutex", "a mutex", "X"},
    {"work", "a piece of work", "NAME"},
}};

const Words& words_of(Namespace space) { return words[static_cast<std::uint8_t>(space)]; }

template <class AnyNames>
auto& select(AnyNames& names, Namespace space) {
  switch (space) {
    case Namespace::device:
      return names.template table<DeviceTag>();
    case Namespace::thread:
      return names.template table<ThreadTag>();
    case Namespace::stream:
      return names.template table<StreamTag>();
    case Namespace::event:
      return names.template table<EventTag>();
    case Namespace::buffer:
      return names.template table<BufferTag>();
    case Namespace::pool:
      return names.template table<PoolTag>();
    case Namespace::communicator:
      return names.template table<CommunicatorTag>();
    case Namespace::graph:
      return names.template table<GraphTag>();
    case Namespace::executable:
      return names.template table<ExecutableTag>();
    case Namespace::window:
      return names.template table<WindowTag>();
    case Namespace::signal:
      return names.template table<SignalTag>();
    case Namespace::barrier:
      return names.template table<BarrierTag>();
    case Namespace::mutex:
      return names.template table<MutexTag>();
    case Namespace::none:
    case Namespace::label:
      break;
  }
  return names.template table<LabelTag>();
}

}  // namespace

std::string_view noun(Namespace space) { return words_of(space).noun; }
std::string_view noun_with_article(Namespace space) { return words_of(space).with_article; }
std::string_view placeholder(Namespace space) { return words_of(space).placeholder; }

NameTable& table_of(Names& names, Namespace space) { return select(names, space); }
const NameTable& table_of(const Names& names, Namespace space) { return select(names, space); }

}  // namespace fencepost

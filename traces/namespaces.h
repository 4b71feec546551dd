#pragma once

/// The namespaces of the trace language as values, for code that treats them all alike.

#include <fencepost/traces/names.h>

#include <cstdint>
#include <string_view>

namespace fencepost {

/// Which kind of thing a name or an id belongs to.
enum class Namespace : std::uint8_t {
  none,
  device,
  thread,
  stream,
  event,
  buffer,
  pool,
  communicator,
  graph,
  executable,
  window,
  signal,
  barrier,
  mutex,
  label,  ///< pieces of work; named by being used, never declared
};
inline constexpr std::uint8_t namespace_count = static_cast<std::uint8_t>(Namespace::label) + 1;

/// What a person calls a thing of that kind: "stream"; a label is "work".
std::string_view noun(Namespace space);
/// The same with its article: "an event"; "a piece of work".
std::string_view noun_with_article(Namespace space);
/// What stands for such a name in a synopsis: `S`, `E`, `NAME`.
std::string_view placeholder(Namespace space);

/// The table of `names` that holds `space`. REQUIRES: not `Namespace::none`.
NameTable& table_of(Names& names, Namespace space);
const NameTable& table_of(const Names& names, Namespace space);

}  // namespace fencepost

#include <fencepost/traces/expectation_printer.h>
#include <fencepost/traces/printer.h>
#include <fencepost/traces/text.h>

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace fencepost {
namespace {

constexpr std::string_view word(Expectation::Kind kind) {
  switch (kind) {
    case Expectation::Kind::clean:
      return "clean";
    case Expectation::Kind::hazard:
      return "hazard";
    case Expectation::Kind::note:
      return "note";
    case Expectation::Kind::wrong_value:
      break;
  }
  return "wrong_value";
}

/// By name where the name means one operation only, else by line.
void append_reference(const Schedule& schedule, const OperationIndex& index, std::string_view key,
                      std::optional<std::size_t> operation, std::string& out) {
  if (!operation) return;
  out.append(" ").append(key).append("=");
  const LabelId label = schedule[*operation].label;
  const auto uses = index.named(label);
  if (label.exists() && uses.count == 1 && uses.first == *operation) {
    append_name(out, schedule.names()[label]);
  } else {
    fmt::format_to(std::back_inserter(out), "{}", printed_line(*operation));
  }
}

}  // namespace

void append_expectation(const Schedule& schedule, const OperationIndex& index, const Expectation& expectation,
                        std::string& out) {
  out.append("expect ").append(word(expectation.kind));
  if (!expectation.slug.empty()) out.append(" ").append(expectation.slug);
  append_reference(schedule, index, "first", expectation.first, out);
  append_reference(schedule, index, "second", expectation.second, out);
  if (expectation.lo && expectation.hi) {
    out += " bytes=";
    append_size(out, *expectation.lo);
    out += ':';
    append_size(out, *expectation.hi);
  }
  out += '\n';
}

}  // namespace fencepost

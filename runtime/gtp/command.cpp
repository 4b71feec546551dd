#include <fencepost/runtime/gtp/command.h>

#include <charconv>

#include <fmt/format.h>

namespace fencepost::gtp {

std::string_view name(Command::Kind kind) {
  switch (kind) {
    case Command::Kind::warm_up:
      return "warm_up";
    case Command::Kind::capture:
      return "capture";
    case Command::Kind::replay:
      return "replay";
    case Command::Kind::reset:
      return "reset";
    case Command::Kind::eager_step:
      return "eager_step";
    case Command::Kind::allocate_noise:
      return "allocate_noise";
    case Command::Kind::free_noise:
      return "free_noise";
    case Command::Kind::stash_scratch:
      return "stash_scratch";
    case Command::Kind::mixed_step:
      return "mixed_step";
    case Command::Kind::another_runner:
      return "another_runner";
    case Command::Kind::change_order:
      return "change_order";
    case Command::Kind::change_microbatches:
      return "change_microbatches";
  }
  return "";
}

std::string describe(const Command& command) {
  const bool counted = command.kind == Command::Kind::replay || command.kind == Command::Kind::change_microbatches;
  return counted ? fmt::format("{} {}", name(command.kind), command.count) : std::string(name(command.kind));
}

std::optional<Command> parse_command(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(' '));
  for (std::size_t number = 0; number < Command::kind_count; ++number) {
    Command command{static_cast<Command::Kind>(number)};
    if (name(command.kind) != word) continue;
    const std::string_view rest = text.substr(word.size());
    if (!rest.empty()) {
      const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), command.count);
      if (error != std::errc{} || end != rest.data() + rest.size()) return std::nullopt;
    }
    return describe(command) == text ? std::optional(command) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace fencepost::gtp

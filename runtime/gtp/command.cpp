#include <fencepost/runtime/gtp/command.h>

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
    case Command::Kind::change_microbatches:
      return "change_microbatches";
  }
  return "";
}

std::string describe(const Command& command) {
  const bool counted = command.kind == Command::Kind::replay || command.kind == Command::Kind::change_microbatches;
  return counted ? fmt::format("{} {}", name(command.kind), command.count) : std::string(name(command.kind));
}

}  // namespace fencepost::gtp

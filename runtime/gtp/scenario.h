#pragma once

/// A job and what a script does with it: what a case of the suites is, as a value and as text.

#include <fencepost/runtime/gtp/command.h>
#include <fencepost/runtime/gtp/configuration.h>

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::gtp {

struct Scenario {
  Configuration configuration;
  std::vector<Command> commands;

  friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// The commands, separated by `; `.
std::string describe(const std::vector<Command>& commands);

/// The inverse of the two `describe`s. Fails with what it does not know.
tl::expected<Scenario, std::string> parse_scenario(std::string_view configuration, std::string_view commands);

}  // namespace fencepost::gtp

#include <fencepost/runtime/gtp/scenario.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::gtp {

std::string describe(const std::vector<Command>& commands) {
  std::string out;
  for (const Command& command : commands) out += fmt::format("{}{}", out.empty() ? "" : "; ", describe(command));
  return out;
}

tl::expected<Scenario, std::string> parse_scenario(std::string_view configuration, std::string_view commands) {
  auto parsed = parse_configuration(configuration);
  if (!parsed) return tl::unexpected(parsed.error());
  Scenario scenario{*parsed, {}};
  while (!commands.empty()) {
    const std::string_view text = commands.substr(0, commands.find("; "));
    commands.remove_prefix(std::min(text.size() + 2, commands.size()));
    const auto command = parse_command(text);
    if (!command) return tl::unexpected(fmt::format("no command: `{}`", text));
    scenario.commands.push_back(*command);
  }
  return scenario;
}

}  // namespace fencepost::gtp

#include "commands.h"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <variant>

namespace {

using fencepost::cli::ExitStatus;

/// A report that did not reach its reader must not look like success.
ExitStatus flushed(ExitStatus status) {
  std::cout.flush();
  if (std::cout) return status;
  std::cerr << "error: the output could not be written in full\n";
  return ExitStatus::bad_input;
}

ExitStatus run(int argument_count, const char* const* arguments) {
  const auto command = fencepost::cli::parse_command_line(argument_count, arguments, std::cout, std::cerr);
  if (!command) return command.error();
  return std::visit([](const auto& options) { return fencepost::cli::run(options, std::cout, std::cerr); }, *command);
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe shows as a failed write instead
  std::ios::sync_with_stdio(false);
  return static_cast<int>(flushed(run(argument_count, arguments)));
}

#pragma once

/// Runs a program and keeps what it said.

#include <string>
#include <vector>

namespace fencepost::tests {

struct Finished {
  int status = -1;  ///< exit status; 128 + signal when a signal ended it
  std::string out;
  std::string err;
};

struct ProcessInput {
  std::string standard_input = {};
  /// Where standard output goes instead of `Finished::out`; empty: nowhere else.
  std::string output_file = {};
  /// Where the program runs; empty: where the test runs.
  std::string folder = {};
  /// Sends SIGINT after so many seconds; 0: never.
  double interrupt_after = 0;
};

/// Runs `command` (a program's path and its arguments; no shell) to its end.
Finished run(const std::vector<std::string>& command, const ProcessInput& input = {});

/// The program under test with these arguments.
Finished fencepost(const std::vector<std::string>& arguments, const ProcessInput& input = {});

}  // namespace fencepost::tests

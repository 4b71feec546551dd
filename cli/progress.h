#pragma once

/// How far a long command has come: a line that is rewritten on a terminal, a line now and then
/// elsewhere. Goes to standard error, since it depends on the clock.

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace fencepost::cli {

class Progress {
 public:
  /// `what` stands in front of every line; `err` must outlive it.
  Progress(std::ostream& err, bool terminal, std::string what, std::uint64_t cases);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the line from a terminal.
  ~Progress();

  void show(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::ostream& err_;
  bool terminal_;
  std::string what_;
  std::uint64_t cases_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  bool written_ = false;
};

}  // namespace fencepost::cli

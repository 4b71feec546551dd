#pragma once

/// How many files came out how.

#include "exit_status.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace fencepost::cli {

class Tally {
 public:
  void add(ExitStatus status);

  /// The gravest status so far.
  [[nodiscard]] ExitStatus status() const { return status_; }
  /// One line without its end: `5 files: 3 clean, 1 with hazards, 1 not judged`; the words for the
  /// first two groups depend on what the files were judged by.
  [[nodiscard]] std::string summary(std::string_view good, std::string_view bad) const;

 private:
  ExitStatus status_ = ExitStatus::clean;
  std::size_t clean_ = 0;
  std::size_t hazardous_ = 0;
  std::size_t not_judged_ = 0;
};

}  // namespace fencepost::cli

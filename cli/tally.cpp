#include "tally.h"

#include <fmt/format.h>

namespace fencepost::cli {

void Tally::add(ExitStatus status) {
  status_ = worse(status_, status);
  if (status == ExitStatus::clean) {
    ++clean_;
  } else if (status == ExitStatus::hazards) {
    ++hazardous_;
  } else {
    ++not_judged_;
  }
}

std::string Tally::summary(std::string_view good, std::string_view bad) const {
  const std::size_t files = clean_ + hazardous_ + not_judged_;
  return fmt::format("{} file{}: {} {}, {} {}, {} not judged", files, files == 1 ? "" : "s", clean_, good, hazardous_,
                     bad, not_judged_);
}

}  // namespace fencepost::cli

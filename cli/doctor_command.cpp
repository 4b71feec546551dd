#include "card.h"
#include "commands.h"

#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

ExitStatus run(const DoctorOptions& /*options*/, std::ostream& out, std::ostream& /*err*/) {
  const CardExamination card = examine_card();
  out << card.text;
  if (card.can_play) {
    out << "Schedules can be played on this machine.\n";
    return ExitStatus::clean;
  }
  out << fmt::format("Schedules cannot be played here: {}.\n", card.why_not);
  return ExitStatus::no_gpu;
}

}  // namespace fencepost::cli

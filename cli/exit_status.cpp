#include "exit_status.h"

namespace fencepost::cli {

namespace {

int gravity(ExitStatus status) {
  switch (status) {
    case ExitStatus::clean:
      return 0;
    case ExitStatus::hazards:
      return 1;
    case ExitStatus::interrupted:
    case ExitStatus::no_gpu:
      return 2;
    case ExitStatus::disagreement:
      return 3;
    case ExitStatus::bad_input:
      return 4;
  }
  return 4;
}

}  // namespace

ExitStatus worse(ExitStatus a, ExitStatus b) { return gravity(a) < gravity(b) ? b : a; }

}  // namespace fencepost::cli

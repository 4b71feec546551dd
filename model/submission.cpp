#include <fencepost/model/submission.h>

namespace fencepost::model {

std::string_view name(EdgeReason reason) {
  switch (reason) {
    case EdgeReason::stream:
      return "stream";
    case EdgeReason::issue:
      return "issue";
    case EdgeReason::event:
      return "event";
    case EdgeReason::dependency:
      return "dependency";
    case EdgeReason::launch:
      return "launch";
    case EdgeReason::sync:
      return "sync";
    case EdgeReason::observe:
      return "observe";
    case EdgeReason::legacy:
      return "legacy";
    case EdgeReason::collective:
      return "collective";
    case EdgeReason::thread:
      return "thread";
  }
  return "";
}

}  // namespace fencepost::model

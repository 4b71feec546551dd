#include <fencepost/runtime/gtp/failure.h>

namespace fencepost::gtp {

std::string_view name(Failure failure) {
  switch (failure) {
    case Failure::refused_call:
      return "refused-call";
    case Failure::pool_exhausted:
      return "pool-exhausted";
    case Failure::acquired_twice:
      return "acquired-twice";
    case Failure::slot_shared:
      return "slot-shared";
    case Failure::demand_not_met:
      return "demand-not-met";
    case Failure::not_applicable:
      return "not-applicable";
  }
  return "";
}

}  // namespace fencepost::gtp

#pragma once

/// Which bytes of a schedule more than one item touches.

#include <fencepost/checker/oracle/queue_machine.h>
#include <fencepost/model/submission.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::checker::oracle {

/// What one item does to a byte, all its accesses together.
struct Touch {
  std::size_t item = 0;
  bool observes = false;  ///< it reads the byte, and not only to update it atomically
  bool replaces = false;  ///< it leaves a value of its own
  bool atomic = false;    ///< it adds to the value, in any order with others that do

  friend bool operator==(const Touch&, const Touch&) = default;
};

/// At least one replaces the byte or one of them adds what the other observes.
bool conflict(const Touch& a, const Touch& b);

/// Bytes [lo, hi) of a region which the same items touch in the same way.
struct ContestedBytes {
  model::RegionId region;
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  std::vector<Touch> touches;  ///< by at least two items; in issue order
  ItemSet handed_over;         ///< the hand-overs that gave these bytes out
};

/// In the order of regions and bytes.
std::vector<ContestedBytes> contested_bytes(const SubmissionLog& log, const QueueMachine& machine);

}  // namespace fencepost::checker::oracle

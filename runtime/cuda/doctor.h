#pragma once

/// What is there of GPU, driver and libraries, what was built, and what works here. Free of CUDA
/// headers; works on a machine without a GPU, and says so.

#include <string>
#include <vector>

namespace fencepost::cuda {

struct Fact {
  std::string name;
  std::string value;
};

struct Diagnosis {
  std::vector<Fact> facts;  ///< in a fixed order
  bool can_play = false;    ///< schedules can be played on the first GPU
  std::string why_not;      ///< when they cannot
};

/// Initialises the CUDA runtime in this process.
Diagnosis examine();

/// One aligned line for each fact.
std::string to_text(const Diagnosis& diagnosis);

}  // namespace fencepost::cuda

#pragma once

/// The GPU as the commands see it. card.cpp is built with a CUDA toolkit, card_missing.cpp without one:
/// there is no GPU then, and the reason says how to get one.

#include "options.h"
#include <fencepost/traces/schedule.h>

#include <functional>
#include <span>
#include <string>

namespace fencepost::cli {

struct CardExamination {
  std::string text;  ///< for people: a fact a line
  bool can_play = false;
  std::string why_not;  ///< when it cannot
};

/// Looks for a GPU in a child process, so that this one stays as it is.
CardExamination examine_card();

/// A trace to play.
struct NamedSchedule {
  std::string path;
  const Schedule* schedule = nullptr;  ///< never null
};

/// What playing one trace came to.
struct CardVerdict {
  std::string text;  ///< for people, with the end of its last line
  std::string json;  ///< one line without its end
  ExitStatus status = ExitStatus::clean;
};

/// Plays every schedule in child processes and calls `done` with each verdict, in order.
void play_on_card(const ReplayOptions& options, std::span<const NamedSchedule> schedules,
                  const std::function<void(const CardVerdict&)>& done);

}  // namespace fencepost::cli

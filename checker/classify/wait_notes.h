#pragma once

/// Notes about waits that order nothing.

#include <fencepost/checker/hazard.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <vector>

namespace fencepost::checker {

class WaitNotes {
 public:
  /// A wait on a stream, and whether it told the stream anything new.
  void add_wait(const model::Submission& wait, bool learned);
  /// The external waits of a launch.
  void add_launch(const model::Submission& launch);
  /// Of the waits that were of no use whenever they ran, by line.
  [[nodiscard]] std::vector<Note> notes() const;

 private:
  void judge(std::uint32_t line, bool useful, Note::Kind kind, StreamId stream, EventId event);

  std::vector<char> useful_;  // by line
  std::vector<char> listed_;  // by line
  std::vector<Note> candidates_;
};

}  // namespace fencepost::checker

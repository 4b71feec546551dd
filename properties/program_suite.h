#pragma once

/// Any program that issues to a `Device`, asked as a suite: is every run of it clean?
///
/// This is how a runtime of your own gets what the GTP engine has: put its buffer manager behind
/// `Device`, let it take its decisions from a `ChoiceSource`, and hand it over. Random numbers, audit,
/// shrinking, kept cases and the comparison with a second device come from here
/// (docs/examples/staging-ring).

#include <fencepost/properties/suite.h>
#include <fencepost/properties/tape.h>
#include <fencepost/traces/lockstep.h>
#include <fencepost/traces/names.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::properties {

/// Issues a whole run to `device`. Must do the same whenever it is given the same choices; 0 should
/// be the simplest choice everywhere, since shrinking goes there. Called from several threads.
using Program = std::function<void(ChoiceSource& choices, Device& device, Names& names)>;

class ProgramSuite final : public Suite {
 public:
  /// `tape_length` choices are random; what a program asks beyond them is 0.
  ProgramSuite(std::string_view name, Program program, std::uint64_t seed, std::size_t tape_length = 256);

  [[nodiscard]] std::string_view name() const override { return name_; }
  /// Cases, operations, launches, and cases in which a pool reused bytes.
  [[nodiscard]] std::span<const std::string_view> count_names() const override;
  [[nodiscard]] CaseResult run(std::uint64_t number) const override;
  [[nodiscard]] Schedule schedule(std::uint64_t number) const override;
  [[nodiscard]] CaseFinding investigate(std::uint64_t number) const override;
  /// A kept trace is judged as it stands, so it means the same when the program has changed.
  [[nodiscard]] std::optional<bool> still_shows(std::string_view kept_trace) const override;

  /// Runs case `number` on `actual` and on the model, call by call: where they disagree. Empty when
  /// they do not.
  [[nodiscard]] std::vector<Difference> compare(std::uint64_t number, Device& actual) const;

 private:
  [[nodiscard]] Tape tape(std::uint64_t number) const;
  [[nodiscard]] Schedule schedule_of(const Tape& tape) const;

  std::string name_;
  Program program_;
  std::uint64_t seed_;
  std::size_t tape_length_;
};

}  // namespace fencepost::properties

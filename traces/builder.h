#pragma once

/// Writes a schedule in C++.

#include <fencepost/traces/issuer.h>
#include <fencepost/traces/recording_device.h>
#include <fencepost/traces/schedule.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace fencepost {

/// What a `ScheduleBuilder` writes into; a base of it, so that it exists before the issuer does.
struct BuilderStorage {
  Schedule schedule;
  RecordingDevice recorder{schedule};
};

/// Which operations and bytes an expected hazard names.
struct ExpectationArguments {
  std::optional<std::size_t> first = {};
  std::optional<std::size_t> second = {};
  std::optional<Bytes> bytes = {};
};

/// An issuer into a schedule, with the statements that no device sees: loops and expectations.
class ScheduleBuilder : private BuilderStorage, public Issuer {
 public:
  ScheduleBuilder() : Issuer(recorder, schedule.names()) {}

  /// The index of the newest operation, for expectations. REQUIRES: there is one.
  [[nodiscard]] std::size_t last() const { return schedule.size() - 1; }

  /// `body` is called once; what it issues is repeated `count` times. REQUIRES: `count` above zero.
  void repeat(std::uint64_t count, const std::invocable auto& body) {
    begin_loop(count);
    body();
    end_loop();
  }
  void repeat_forever(const std::invocable auto& body) { repeat(0, body); }

  void expect_clean();
  void expect_hazard(std::string slug, const ExpectationArguments& arguments = {});
  void expect_note(std::string slug, std::optional<std::size_t> first = {});
  void expect_wrong_value();

  /// What has been built so far.
  [[nodiscard]] const Schedule& built() const { return schedule; }
  /// Hands the schedule over; the builder is not used afterwards.
  [[nodiscard]] Schedule take() { return std::move(schedule); }

 private:
  void begin_loop(std::uint64_t count);
  void end_loop();
  void expect(Expectation expectation);
};

}  // namespace fencepost

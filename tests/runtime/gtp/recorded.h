#pragma once

/// An execution and an engine that issue to a recorder, for tests that look at what was issued.

#include <fencepost/runtime/gtp/engine.h>
#include <fencepost/runtime/gtp/execution.h>
#include <fencepost/traces/printer.h>
#include <fencepost/traces/recording_device.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::gtp::testing {

/// Collects statements; `take` gives those issued since the last `take`.
class Recorder {
 public:
  Names& names() { return schedule_.names(); }
  Device& device() { return device_; }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }

  std::vector<std::string> take() {
    std::vector<std::string> statements;
    std::string line;
    for (; seen_ < schedule_.size(); ++seen_) {
      line.clear();
      printer_.print(schedule_[seen_], line);
      line.pop_back();
      statements.push_back(line);
    }
    return statements;
  }
  /// As `take`, only the statements that contain one of `words`.
  std::vector<std::string> take(const std::vector<std::string_view>& words) {
    std::vector<std::string> chosen;
    for (const std::string& statement : take()) {
      for (const std::string_view word : words) {
        if (statement.find(word) == std::string::npos) continue;
        chosen.push_back(statement);
        break;
      }
    }
    return chosen;
  }

 private:
  Schedule schedule_;
  RecordingDevice device_{schedule_};
  StatementPrinter printer_{schedule_.names()};
  std::size_t seen_ = 0;
};

/// What the parts of the engine are given, outside of an engine.
struct Bench {
  explicit Bench(const Configuration& its_configuration, RuleSet rules = {})
      : configuration(its_configuration),
        calls(recorder.device(), recorder.names()),
        execution{calls, configuration, rules, calls.stream("main"), CapturePhase::none, 0, 0, {}} {
    recorder.take();
  }
  /// As if a capture of the given phase were running, on the stream that is current anyway.
  void enter_capture(CapturePhase phase, std::uint32_t number = 1) {
    execution.phase = phase;
    execution.capture_number = number;
  }
  void leave_capture() { enter_capture(CapturePhase::none, 0); }

  Recorder recorder;
  Configuration configuration;
  Calls calls;
  Execution execution;
};

/// A whole engine; declarations are already taken.
struct RecordedEngine {
  explicit RecordedEngine(const Configuration& configuration, RuleSet rules = {})
      : engine(configuration, rules, recorder.device(), recorder.names()) {
    recorder.take();
  }
  Result run(Command::Kind kind, std::uint32_t count = 1) { return engine.run({kind, count}); }

  Recorder recorder;
  Engine engine;
};

}  // namespace fencepost::gtp::testing

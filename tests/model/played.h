#pragma once

/// Plays the text of a trace on the model and keeps everything it submitted.

#include <fencepost/model/device.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/player.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost::model {

/// A submission with its spans copied.
struct KeptSubmission {
  struct Wait {
    BoundWait wait;
    std::vector<CompletionPoint> candidates;
  };
  Submission submission;
  std::vector<Wait> waits;
  std::vector<MemoryAccess> accesses;
  std::vector<CompletionPoint> discharged;
};

class KeepingSink final : public SubmissionSink {
 public:
  void accept(const Submission& submission) override {
    KeptSubmission kept{submission,
                        {},
                        {submission.accesses.begin(), submission.accesses.end()},
                        {submission.hand_over.discharged.begin(), submission.hand_over.discharged.end()}};
    for (const BoundWait& wait : submission.waits) {
      kept.waits.push_back({wait, {wait.candidates.begin(), wait.candidates.end()}});
    }
    submissions.push_back(std::move(kept));
  }
  void accept(const RefusedCall& call) override { refused.push_back(call); }
  void accept(const std::shared_ptr<const GraphPlan>& graph) override { graphs.push_back(graph); }

  std::vector<KeptSubmission> submissions;
  std::vector<RefusedCall> refused;
  std::vector<std::shared_ptr<const GraphPlan>> graphs;
};

/// Passes operations on and keeps the outcomes.
class OutcomeKeeper final : public fencepost::Device {
 public:
  explicit OutcomeKeeper(fencepost::Device& inner) : inner_(inner) {}
  Outcome submit(const Operation& operation) override {
    outcomes.push_back(inner_.submit(operation));
    return outcomes.back();
  }
  std::vector<Outcome> outcomes;

 private:
  fencepost::Device& inner_;
};

/// Everything that one schedule made the model do.
class Played {
 public:
  explicit Played(std::string_view body, Rules rules = {}) : device(sink, rules) {
    const std::string text = "fencepost 1\n" + std::string(body);
    auto parsed = parse(text, "test.trace");
    if (!parsed) {
      ADD_FAILURE() << "the trace of this test does not parse";
      return;
    }
    OutcomeKeeper keeper(device);
    play(*parsed, keeper);
    device.finish();
    outcomes = keeper.outcomes;
  }

  /// The submissions of one kind, in order.
  [[nodiscard]] std::vector<const KeptSubmission*> of(SubmissionKind kind) const {
    std::vector<const KeptSubmission*> found;
    for (const KeptSubmission& kept : sink.submissions) {
      if (kept.submission.kind == kind) found.push_back(&kept);
    }
    return found;
  }
  /// The status of the last operation.
  [[nodiscard]] Status last() const { return outcomes.back().status; }

  KeepingSink sink;
  Device device;
  std::vector<Outcome> outcomes;
};

}  // namespace fencepost::model

#pragma once

/// Finds and names every hazard of what a model submits, in one pass.

#include <fencepost/checker/classify/deadlocks.h>
#include <fencepost/checker/classify/escapes.h>
#include <fencepost/checker/classify/launch_log.h>
#include <fencepost/checker/classify/ledger.h>
#include <fencepost/checker/classify/lifetimes.h>
#include <fencepost/checker/classify/refusals.h>
#include <fencepost/checker/classify/releases.h>
#include <fencepost/checker/classify/stale_fences.h>
#include <fencepost/checker/classify/tenures.h>
#include <fencepost/checker/classify/wait_notes.h>
#include <fencepost/checker/clocks/clock_engine.h>
#include <fencepost/checker/hazard.h>
#include <fencepost/model/submission.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace fencepost::checker {

/// A sink to be played to once, then finished. Not thread-safe.
class Detector final : public model::SubmissionSink, private Findings {
 public:
  /// `tenures` gives the model's list of tenures whenever it is asked.
  explicit Detector(Tenures::Source tenures);

  /// Captures are not submitted: whoever plays the schedule says when one begins, and when the call
  /// that ends it has returned. Only between the two can eager work escape it.
  void capture_began(GraphId graph) { escapes_.capture_began(graph); }
  void capture_ended(GraphId graph) { escapes_.capture_ended(graph); }

  /// Nor is it submitted that a pool gives its free memory back.
  void pool_trimmed(PoolId pool) { releases_.trimmed(pool); }

  void accept(const model::Submission& submission) override;
  void accept(const model::RefusedCall& refused) override { refusals_.add(refused); }
  void accept(const std::shared_ptr<const model::GraphPlan>& graph) override;

  /// Hazards in the order of their second site, then first; notes by line. Call once, at the end.
  struct Result {
    std::vector<Hazard> hazards;
    std::vector<Note> notes;
    std::uint64_t accesses = 0;
  };
  [[nodiscard]] Result finish();

  /// There were more submissions than clocks can count: there is no verdict.
  [[nodiscard]] bool overflowed() const { return overflowed_; }

 private:
  /// A stale fence of a graph, and the hazard it became.
  struct KnownFence {
    StaleFence fence;
    std::size_t hazard = 0;
  };

  void unordered(const Encounter& encounter) override;
  void foreign_read(const Party& reader, const std::optional<Party>& writer, model::RegionId region, std::uint64_t lo,
                    std::uint64_t hi) override;

  void versioned_read(const Party& reader, std::uint32_t version, const std::optional<Party>& writer,
                      model::RegionId region, std::uint64_t lo, std::uint64_t hi) override;

  void check_names(const model::Submission& submission);
  void add_stale_fences(const model::GraphPlan& graph);
  [[nodiscard]] const KnownFence* explaining_fence(const Encounter& encounter) const;
  [[nodiscard]] bool names_freed(const Party& party) const;
  [[nodiscard]] SeenWrite seen(const std::optional<Party>& writer, model::GenerationId reader) const;
  static void name_owner(Party& party, model::RegionId region, std::uint64_t byte);
  void dispute(const Party& party);

  HazardLedger ledger_;
  Tenures tenures_;
  LaunchLog launches_;
  Lifetimes lifetimes_;
  Escapes escapes_;
  Refusals refusals_;
  WaitNotes waits_;
  ClockEngine engine_;
  Deadlocks deadlocks_;
  Releases releases_;
  std::map<model::CaptureId, std::vector<KnownFence>> fences_;
  std::vector<Note> graph_notes_;
  const model::Submission* current_ = nullptr;
  bool overflowed_ = false;
};

}  // namespace fencepost::checker

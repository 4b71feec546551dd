#pragma once

/// What a schedule does to memory, in issue order, as the model resolved it.
///
/// A `Script` is the sink of a `model::Device`. It keeps every execution that touches bytes, so that
/// the values a correct card must show can be computed on the host, and it remembers which
/// completions the model took for granted when it placed bytes. Not thread-safe.

#include <fencepost/model/device.h>
#include <fencepost/model/submission.h>
#include <fencepost/runtime/cuda/authors.h>
#include <fencepost/runtime/cuda/coordinates.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace fencepost::cuda {

/// One access of an effect, in modelled addresses.
struct Touch {
  AddressRange range;
  AccessMode mode = AccessMode::read;
};

/// One execution that touches memory: an eager operation, a node of a launch, a host access.
struct Effect {
  AuthorId author = initial_contents;
  std::uint32_t execution = 0;  ///< how many executions its author had before
  OperationKind kind = OperationKind::kernel;
  std::uint64_t ranks = 0;  ///< of a collective
  std::vector<Touch> touches;
};

/// Work that the card must have finished: so many executions of an author.
struct Progress {
  AuthorId author = initial_contents;
  std::uint32_t executions = 0;
};

class Script final : public model::SubmissionSink {
 public:
  /// `authors` must outlive the script.
  explicit Script(Authors& authors) : authors_(authors) {}

  /// Tells which operation is submitted to the model next. Clears what is known of the last one.
  void issue(const Operation& operation);
  /// Why the model refused the operation issued last; empty when it did not.
  [[nodiscard]] std::optional<model::Refusal> refusal() const { return refusal_; }
  /// What the model took for completed when it placed the bytes of the operation issued last.
  [[nodiscard]] std::span<const Progress> assumed() const { return assumed_; }

  void accept(const model::Submission& submission) override;
  void accept(const model::RefusedCall& refused) override;
  void accept(const std::shared_ptr<const model::GraphPlan>& graph) override;

  /// Calls `visit` with every effect in issue order. `device` is the model that filled the script.
  void play(const model::Device& device, const std::function<void(const Effect&)>& visit) const;
  /// How many launches each executable has, in the order of their ids.
  [[nodiscard]] std::uint32_t launches(ExecutableId executable) const;

 private:
  struct Step {
    AuthorId author = initial_contents;  // of eager work
    OperationKind kind = OperationKind::kernel;
    std::uint64_t ranks = 0;
    std::vector<model::MemoryAccess> accesses;
    std::shared_ptr<const model::GraphPlan> graph;  // of launches
    ExecutableId executable;
  };
  struct Finished {
    model::ExecutionId execution;
    std::vector<Progress> progress;
  };
  using NodeAuthors = std::vector<AuthorId>;  // by node; `initial_contents` where there is none

  const NodeAuthors& authors_of(const model::GraphPlan& plan, ExecutableId executable);
  void note_completion(const model::Submission& submission, const Step& step);
  void note_assumption(const model::CompletionPoint& point);
  /// Joins the landing of a staged copy (model: two submissions) with its departure.
  bool land(const model::Submission& submission);
  [[nodiscard]] std::uint64_t ranks_of(std::uint32_t line, LabelId label, OperationKind kind) const;

  Authors& authors_;
  std::vector<Step> steps_;
  std::map<AuthorKey, std::uint64_t> ranks_of_work_;
  std::map<CommunicatorId, std::uint64_t> ranks_;
  std::map<std::pair<const model::GraphPlan*, ExecutableId>, NodeAuthors> node_authors_;
  std::map<ExecutableId, std::uint32_t> launches_;
  std::map<AuthorId, std::uint32_t> executions_;
  std::map<model::Axis, std::vector<Finished>> finished_;
  std::optional<model::Refusal> refusal_;
  std::vector<Progress> assumed_;
};

/// The work of a node or submission that the values must account for.
bool touches_values(OperationKind kind);

}  // namespace fencepost::cuda

#pragma once

/// A stream capture under construction.

#include <fencepost/model/pools/caching_pool.h>
#include <fencepost/model/submission.h>

#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fencepost::model {

/// The nodes that the next node of a stream will depend on; sorted, without repeats.
using Frontier = std::vector<NodeIndex>;

/// Merges `more` into `frontier`.
void merge_into(Frontier& frontier, std::span<const NodeIndex> more);

/// Memory that nodes of a graph allocate (cudaMallocAsync in a capture).
struct GraphMemory {
  bool has_nodes = false;
  std::vector<GenerationId> kept;             ///< allocated and not freed in the graph
  std::vector<GenerationId> freed_of_others;  ///< freed here, allocated by other graphs
};

/// Bytes that a node of a graph has freed; nodes behind it may allocate them again (rows A03, A04).
struct FreedInGraph {
  Block block;
  NodeIndex freed_by = no_node;
};

/// Collects nodes and edges from `begin_capture` to `end_capture`. Every stream that joined has a
/// frontier here; whether a stream is a member is kept with the stream.
class Capture {
 public:
  struct Origin {
    CaptureId id;
    GraphId graph;
    StreamId stream;
    ThreadId thread;
    CaptureMode mode = CaptureMode::global;
    PoolId pool;  ///< none: allocations on its streams are not redirected
    std::uint32_t line = 0;
    ExecutionId begun_at = 0;
  };

  explicit Capture(const Origin& origin) : origin_(origin) { frontiers_[origin.stream]; }

  [[nodiscard]] const Origin& origin() const { return origin_; }
  /// Between begin and end, whether valid or not.
  [[nodiscard]] bool live() const { return live_; }
  [[nodiscard]] bool valid() const { return valid_; }
  void invalidate() { valid_ = false; }
  /// An event that one of its external nodes names was destroyed, at this line.
  void lose_event(std::uint32_t line) { lost_event_line_ = line; }
  [[nodiscard]] std::uint32_t lost_event_line() const { return lost_event_line_; }
  /// After this, events recorded in it belong to an ended capture.
  void end() { live_ = false; }

  /// The frontier of a member stream; a stream that is none yet becomes one.
  Frontier& frontier(StreamId stream) { return frontiers_[stream]; }
  [[nodiscard]] const std::unordered_map<StreamId, Frontier>& members() const { return frontiers_; }

  /// Adds a node behind `stream`'s frontier, which it becomes.
  NodeIndex add(GraphNode node, std::span<const MemoryAccess> accesses, StreamId stream);
  /// Adds a kernel that need not follow the kernel it finds at the end of `stream` (row K20); what
  /// comes later follows both. Where the stream does not end in a kernel it is an ordinary node.
  NodeIndex add_early(GraphNode node, std::span<const MemoryAccess> accesses, StreamId stream);
  /// Makes the next node of `stream` depend on `nodes` too.
  void depend(StreamId stream, std::span<const NodeIndex> nodes) { merge_into(frontiers_[stream], nodes); }

  /// Whether all of `nodes` come before the next node of `stream`. What came before once is taken
  /// to do so for ever, as PyTorch's allocator does, even if the stream has dropped its dependencies.
  bool precede_next_of(StreamId stream, std::span<const NodeIndex> nodes);

  /// The next node of `stream` depends on nothing before. What it would have followed counts as joined
  /// (row K29).
  void drop_dependencies(StreamId stream);

  /// Makes an external record that can never be the newest after a launch an empty node.
  void supersede(NodeIndex record) { plan_.nodes[record].kind = NodeKind::empty; }

  /// A wait of another member took up work of `stream`; only wrong forms of rules ask.
  void note_join(StreamId stream) { joined_.insert(stream); }
  [[nodiscard]] bool was_joined(StreamId stream) const { return joined_.contains(stream); }

  /// The first node that no path connects to the origin's frontier; `no_node` when all are joined.
  [[nodiscard]] NodeIndex first_unjoined(bool forgive_joined_streams) const;

  /// The newest collective of a communicator in this capture, if any.
  std::unordered_map<CommunicatorId, NodeIndex>& newest_collectives() { return newest_collectives_; }

  GraphMemory& memory() { return memory_; }
  std::vector<FreedInGraph>& freed() { return freed_; }

  [[nodiscard]] const GraphPlan& plan() const { return plan_; }
  /// The finished graph; the capture is empty afterwards.
  std::shared_ptr<const GraphPlan> take_plan(std::uint32_t end_line, ExecutionId ended_at);

 private:
  Origin origin_;
  bool live_ = true;
  bool valid_ = true;
  std::uint32_t lost_event_line_ = 0;
  GraphPlan plan_;
  std::unordered_map<StreamId, Frontier> frontiers_;
  std::unordered_set<StreamId> joined_;
  std::unordered_map<CommunicatorId, NodeIndex> newest_collectives_;
  /// Kernels at the end of a stream of which each may overtake the others, and what they all follow.
  struct EarlyRun {
    Frontier before, kernels;
  };
  std::unordered_map<StreamId, EarlyRun> early_;
  std::unordered_map<StreamId, std::vector<bool>> known_ancestors_;  ///< of each stream's next node, by node
  std::vector<NodeIndex> dropped_;  ///< ends of streams that have given up their dependencies
  GraphMemory memory_;
  std::vector<FreedInGraph> freed_;
};

}  // namespace fencepost::model

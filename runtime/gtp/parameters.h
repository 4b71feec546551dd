#pragma once

/// The optimizer and DDP's publication of what it changed.
///
/// Without publication the optimizer writes the shards itself. With it, DDP gathers one bucket of
/// parameters after the other on its own communicator while the next forward already runs; whoever
/// reads a shard must first make sure that its bucket has arrived (PR 6525).

#include <fencepost/runtime/gtp/chain.h>
#include <fencepost/runtime/gtp/window_pool.h>

#include <optional>
#include <vector>

namespace fencepost::gtp {

class Parameters {
 public:
  Parameters(Execution& execution, Weights& weights);

  /// Uses up the gradients and changes the parameters, on the compute stream.
  void update(Execution& execution);
  /// Makes the compute stream follow the publication of the bucket of `weight`.
  void ensure_ready(Execution& execution, const Weight& weight);
  /// … of every bucket: before a graph that reads them is captured or launched.
  void ensure_all_ready(Execution& execution);

  /// DDP gathers into buffers that a process group gathers from: in windows, each of the two has its own.
  void register_windows(Execution& execution);
  void deregister_windows(Execution& execution);
  void destroy_communicators(Execution& execution) const;

 private:
  struct Bucket {
    BufferHandle parameters;  ///< the shards of its weights
    BufferHandle master;      ///< with publication: what the optimizer changes
    EventId published;
    bool pending = false;
  };
  static void await(Execution& execution, Bucket& bucket);

  Weights& weights_;
  std::optional<Communicator> group_;  ///< DDP's; none without publication
  std::optional<WindowPool> window_;
  std::vector<Bucket> buckets_;
};

}  // namespace fencepost::gtp

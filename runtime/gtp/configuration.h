#pragma once

/// What the modelled training job looks like: the axes on which the engine can differ.
///
/// A value. Every combination that `refusal` accepts is one the engine runs; the others cannot work
/// in the described runtime either, and `refusal` says why.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace fencepost::gtp {

enum class GraphMode : std::uint8_t { eager, local, full_iteration };
/// Which weights do captured work. Under full-iteration every weight counts as GRAPHED.
enum class ChainMix : std::uint8_t { graphed, ungraphed, mixed };
/// Where a weight's full-size gradient waits to be sent.
enum class Storage : std::uint8_t { plain, registered, ring, arena };
/// When the pending reduce-scatter of a weight is finished: by its successor's backward with the
/// addition on the compute stream; at the same place with the addition on the side stream; or only
/// when the microbatch ends.
enum class DrainStyle : std::uint8_t { cascade, finalizing, end_of_step };
/// What the job runs on. 2.10 and older give a memory pool with an allocator of its own no expandable
/// segments (mended by pytorch/pytorch PR 169491).
enum class TorchVersion : std::uint8_t { torch_2_11, torch_main, torch_2_10 };
/// Which stream is current while the all-to-all scratch is allocated: its home stream.
enum class ScratchHome : std::uint8_t { reduce_scatter_stream, compute_stream };

struct Configuration {
  GraphMode mode = GraphMode::full_iteration;
  ChainMix chains = ChainMix::graphed;
  bool grouped = false;  ///< one chain for each role of a block, prefetching one block ahead

  std::uint32_t blocks = 1;
  std::uint32_t weights_per_block = 2;
  /// An embedding before and an output layer after the blocks; the ones that stay UNGRAPHED when
  /// the chains are mixed.
  bool embeddings = false;
  bool experts = false;             ///< the last weight of each block belongs to the expert group
  std::uint32_t local_experts = 1;  ///< parts of an expert weight, sent as one batch
  std::uint32_t group_size = 4;
  /// Gathers and reductions go through communicators of their own. Through one communicator the
  /// library runs them one after the other, which orders more than the engine asks for.
  bool separate_communicators = false;

  Storage storage = Storage::plain;
  std::uint32_t ring_size = 2;
  std::uint32_t arena_generations = 2;
  bool foreign_gradients = false;  ///< the gradient is computed elsewhere and copied to where it is sent from
  bool padding = false;            ///< the shards do not divide the weight: what is sent has a tail
  /// What is gathered, and where it arrives, lies in the window of the process group (PR 6155). What is
  /// sent does so with `Storage::registered`.
  bool registered_gathers = false;
  bool fp32_accumulation = false;
  ScratchHome sum_scratch_home = ScratchHome::reduce_scatter_stream;

  bool asynchronous = true;  ///< reduce on the side stream
  DrainStyle drain = DrainStyle::cascade;
  bool prefetch = true;
  bool recompute = false;  ///< a block's forward runs again before its backward

  std::uint32_t microbatches = 1;
  /// How often the last weight is used in a microbatch (multi-token prediction).
  std::uint32_t repeats = 1;
  /// Whether the first weight is used once more after the last one: out of chain order.
  bool shared_first_weight = false;
  bool dummy_is_added = false;  ///< the hook adds the placeholder gradient, which must then be zero

  bool publication = false;                 ///< DDP gathers the updated parameters, overlapped with the forward
  std::uint32_t buckets = 2;                ///< of parameters, gathered one after the other
  std::uint32_t runner_streams = 1;         ///< local graphs: streams that modules replay on, in turn
  bool completion_before_phase_two = true;  ///< local graphs: the caller goes on while gradients are reduced

  // The allocator and the communication library.
  TorchVersion torch = TorchVersion::torch_2_11;
  bool expandable_segments = false;
  /// PyTorch's `graph_capture_record_stream_reuse`: inside a capture a recorded block is handed out
  /// again once its readers are behind the stream that asks, instead of after the capture.
  bool reuses_recorded_blocks = false;
  /// The handle of a collective records the library's stream on what it reads and writes, instead
  /// of holding references until it is waited for.
  bool handles_record_streams = false;

  std::uint64_t shard_bytes = 2048;
  /// 0: as large as a full gradient, so that activations and scratch fit into each other's place.
  std::uint64_t activation_bytes = 0;
  /// Eager or captured temporaries that a step allocates and overwrites on the compute stream
  /// between its last drain and the join.
  std::uint32_t temporaries = 0;

  friend bool operator==(const Configuration&, const Configuration&) = default;

  /// What one rank holds of a weight, times the group: what is gathered and sent.
  [[nodiscard]] std::uint64_t padded_bytes() const { return shard_bytes * group_size; }
  /// What the matrix products touch.
  [[nodiscard]] std::uint64_t weight_bytes() const { return padded_bytes() - (padding ? shard_bytes / 4 : 0); }
  [[nodiscard]] std::uint64_t activation_size() const {
    return activation_bytes != 0 ? activation_bytes : padded_bytes();
  }
  [[nodiscard]] std::uint32_t weight_count() const { return blocks * weights_per_block + (embeddings ? 2 : 0); }
  [[nodiscard]] bool uses_windows() const { return registered_gathers || storage == Storage::registered; }
  /// The flag alone is not enough: two ranks gain nothing, and a registered pool takes precedence.
  [[nodiscard]] bool sums_in_fp32() const {
    return fp32_accumulation && group_size > 2 && storage != Storage::registered;
  }
};

/// Why a configuration cannot work; nothing when it can.
std::optional<std::string> refusal(const Configuration& configuration);

/// One line: the axes that differ from the default, `name=value`; `default` when none does.
std::string describe(const Configuration& configuration);
/// The inverse. Fails with the word that it does not know; whether the configuration can work is
/// another question (`refusal`).
tl::expected<Configuration, std::string> parse_configuration(std::string_view text);

}  // namespace fencepost::gtp

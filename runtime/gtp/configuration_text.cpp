#include <fencepost/runtime/gtp/configuration.h>

#include <string_view>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

std::string_view text(GraphMode mode) {
  switch (mode) {
    case GraphMode::eager:
      return "eager";
    case GraphMode::local:
      return "local";
    case GraphMode::full_iteration:
      return "full_iteration";
  }
  return "";
}

std::string_view text(ChainMix chains) {
  switch (chains) {
    case ChainMix::graphed:
      return "graphed";
    case ChainMix::ungraphed:
      return "ungraphed";
    case ChainMix::mixed:
      return "mixed";
  }
  return "";
}

std::string_view text(Storage storage) {
  switch (storage) {
    case Storage::plain:
      return "plain";
    case Storage::registered:
      return "registered";
    case Storage::ring:
      return "ring";
    case Storage::arena:
      return "arena";
  }
  return "";
}

std::string_view text(DrainStyle drain) {
  switch (drain) {
    case DrainStyle::cascade:
      return "cascade";
    case DrainStyle::finalizing:
      return "finalizing";
    case DrainStyle::end_of_step:
      return "end_of_step";
  }
  return "";
}

std::string_view text(ScratchHome home) {
  return home == ScratchHome::compute_stream ? "compute_stream" : "reduce_scatter_stream";
}

std::string_view text(bool value) { return value ? "yes" : "no"; }

std::string text(std::uint64_t value) { return fmt::format("{}", value); }
std::string text(std::uint32_t value) { return fmt::format("{}", value); }

/// Writes the axes that differ from the default.
class Writer {
 public:
  template <class Value>
  void add(std::string_view name, Value Configuration::*axis) {
    if (configuration_.*axis == standard_.*axis) return;
    out_ += fmt::format("{}{}={}", out_.empty() ? "" : " ", name, text(configuration_.*axis));
  }
  explicit Writer(const Configuration& configuration) : configuration_(configuration) {}
  [[nodiscard]] std::string take() const { return out_.empty() ? "default" : out_; }

 private:
  const Configuration& configuration_;
  const Configuration standard_;
  std::string out_;
};

}  // namespace

std::string describe(const Configuration& configuration) {
  Writer writer(configuration);
  writer.add("mode", &Configuration::mode);
  writer.add("chains", &Configuration::chains);
  writer.add("grouped", &Configuration::grouped);
  writer.add("blocks", &Configuration::blocks);
  writer.add("weights_per_block", &Configuration::weights_per_block);
  writer.add("embeddings", &Configuration::embeddings);
  writer.add("experts", &Configuration::experts);
  writer.add("local_experts", &Configuration::local_experts);
  writer.add("group_size", &Configuration::group_size);
  writer.add("separate_communicators", &Configuration::separate_communicators);
  writer.add("storage", &Configuration::storage);
  writer.add("ring_size", &Configuration::ring_size);
  writer.add("arena_generations", &Configuration::arena_generations);
  writer.add("foreign_gradients", &Configuration::foreign_gradients);
  writer.add("padding", &Configuration::padding);
  writer.add("fp32_accumulation", &Configuration::fp32_accumulation);
  writer.add("sum_scratch_home", &Configuration::sum_scratch_home);
  writer.add("asynchronous", &Configuration::asynchronous);
  writer.add("drain", &Configuration::drain);
  writer.add("prefetch", &Configuration::prefetch);
  writer.add("recompute", &Configuration::recompute);
  writer.add("microbatches", &Configuration::microbatches);
  writer.add("repeats", &Configuration::repeats);
  writer.add("shared_first_weight", &Configuration::shared_first_weight);
  writer.add("dummy_is_added", &Configuration::dummy_is_added);
  writer.add("publication", &Configuration::publication);
  writer.add("buckets", &Configuration::buckets);
  writer.add("runner_streams", &Configuration::runner_streams);
  writer.add("completion_before_phase_two", &Configuration::completion_before_phase_two);
  writer.add("shard_bytes", &Configuration::shard_bytes);
  writer.add("activation_bytes", &Configuration::activation_bytes);
  writer.add("temporaries", &Configuration::temporaries);
  return writer.take();
}

}  // namespace fencepost::gtp

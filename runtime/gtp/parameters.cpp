#include <fencepost/runtime/gtp/parameters.h>

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

/// A fused optimizer takes as many tensors as fit into the arguments of a kernel.
constexpr std::size_t tensors_of_a_kernel = 32;

}  // namespace

Parameters::Parameters(Execution& execution, Weights& weights) : weights_(weights) {
  const Configuration& configuration = execution.configuration;
  for (std::uint32_t number = 0; number < configuration.buckets; ++number) {
    std::uint64_t bytes = 0;
    for (const Weight& weight : weights_) {
      if (weight.bucket == number) bytes += weight.main_grad.size;
    }
    if (bytes == 0) continue;
    Bucket& bucket = buckets_.emplace_back();
    bucket.parameters = execution.calls.buffer(fmt::format("parameters.{}", number), bytes);
    for (const Weight& weight : weights_) {
      if (weight.bucket == number && weight.domain.gather_window != nullptr)
        weight.domain.gather_window->include(bucket.parameters);
    }
    std::uint64_t offset = 0;
    for (Weight& weight : weights_) {
      if (weight.bucket != number) continue;
      weight.shard = bucket.parameters[{offset, offset + weight.main_grad.size}];
      offset += weight.main_grad.size;
    }
    if (!configuration.publication) continue;
    bucket.master = execution.calls.buffer(fmt::format("master.{}", number), bytes);
    bucket.published = execution.calls.event(fmt::format("published.{}", number));
  }
  if (!configuration.publication) return;
  group_.emplace(execution, "ddp", 2);
  if (!configuration.registered_gathers) return;
  window_.emplace(*group_, *group_);
  for (const Bucket& bucket : buckets_) window_->include(bucket.parameters);
}

void Parameters::register_windows(Execution& execution) {
  if (window_) window_->register_with_group(execution);
}

void Parameters::deregister_windows(Execution& execution) {
  if (window_) window_->deregister(execution);
}

void Parameters::destroy_communicators(Execution& execution) const {
  if (group_) group_->destroy(execution);
}

void Parameters::await(Execution& execution, Bucket& bucket) {
  if (bucket.pending) execution.calls.wait(bucket.published, execution.compute);
  bucket.pending = false;
}

void Parameters::update(Execution& execution) {
  for (Bucket& bucket : buckets_) await(execution, bucket);  // it may still read the master copy
  std::vector<BufferHandle> updated;
  for (const Weight& weight : weights_) updated.push_back(weight.main_grad);
  for (const Bucket& bucket : buckets_) updated.push_back(group_ ? bucket.master : bucket.parameters);
  for (std::size_t first = 0; first < updated.size(); first += tensors_of_a_kernel) {
    const std::size_t end = std::min(first + tensors_of_a_kernel, updated.size());
    Work optimizer = execution.calls.kernel("optimizer", execution.compute);
    for (std::size_t index = first; index < end; ++index) optimizer.updates(updated[index]);
  }
  ++execution.parameter_version;
  if (!group_) return;
  for (std::size_t number = 0; number < buckets_.size(); ++number) {
    Bucket& bucket = buckets_[number];
    const Movement movement{bucket.master, bucket.parameters};
    group_->issue(execution, OperationKind::all_gather, fmt::format("publish.{}", number), execution.compute,
                  std::span(&movement, 1), bucket.published);
    bucket.pending = true;
  }
}

void Parameters::ensure_ready(Execution& execution, const Weight& weight) { await(execution, buckets_[weight.bucket]); }

void Parameters::ensure_all_ready(Execution& execution) {
  for (Bucket& bucket : buckets_) await(execution, bucket);
}

}  // namespace fencepost::gtp

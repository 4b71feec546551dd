#pragma once

/// Every axis of a configuration with its name, in one place: what writes, reads, simplifies or
/// varies configurations goes through this list and misses none.

#include <fencepost/runtime/gtp/configuration.h>

#include <string_view>
#include <tuple>

namespace fencepost::gtp {

template <class Value>
struct Axis {
  std::string_view name;
  Value Configuration::*member;
};
// Deduced for aggregates too; older Clangs need it said.
template <class Value>
Axis(const char*, Value Configuration::*) -> Axis<Value>;

/// In the order in which `describe` writes them.
inline constexpr std::tuple configuration_axes{
    Axis{"mode", &Configuration::mode},
    Axis{"chains", &Configuration::chains},
    Axis{"grouped", &Configuration::grouped},
    Axis{"blocks", &Configuration::blocks},
    Axis{"weights_per_block", &Configuration::weights_per_block},
    Axis{"embeddings", &Configuration::embeddings},
    Axis{"experts", &Configuration::experts},
    Axis{"local_experts", &Configuration::local_experts},
    Axis{"group_size", &Configuration::group_size},
    Axis{"separate_communicators", &Configuration::separate_communicators},
    Axis{"storage", &Configuration::storage},
    Axis{"ring_size", &Configuration::ring_size},
    Axis{"arena_generations", &Configuration::arena_generations},
    Axis{"foreign_gradients", &Configuration::foreign_gradients},
    Axis{"padding", &Configuration::padding},
    Axis{"registered_gathers", &Configuration::registered_gathers},
    Axis{"fp32_accumulation", &Configuration::fp32_accumulation},
    Axis{"sum_scratch_home", &Configuration::sum_scratch_home},
    Axis{"asynchronous", &Configuration::asynchronous},
    Axis{"drain", &Configuration::drain},
    Axis{"prefetch", &Configuration::prefetch},
    Axis{"recompute", &Configuration::recompute},
    Axis{"microbatches", &Configuration::microbatches},
    Axis{"repeats", &Configuration::repeats},
    Axis{"shared_first_weight", &Configuration::shared_first_weight},
    Axis{"dummy_is_added", &Configuration::dummy_is_added},
    Axis{"publication", &Configuration::publication},
    Axis{"buckets", &Configuration::buckets},
    Axis{"runner_streams", &Configuration::runner_streams},
    Axis{"completion_before_phase_two", &Configuration::completion_before_phase_two},
    Axis{"torch", &Configuration::torch},
    Axis{"expandable_segments", &Configuration::expandable_segments},
    Axis{"reuses_recorded_blocks", &Configuration::reuses_recorded_blocks},
    Axis{"handles_record_streams", &Configuration::handles_record_streams},
    Axis{"shard_bytes", &Configuration::shard_bytes},
    Axis{"activation_bytes", &Configuration::activation_bytes},
    Axis{"temporaries", &Configuration::temporaries},
};

/// Calls `visit` with each axis, in order.
template <class Visitor>
void for_each_axis(Visitor&& visit) {
  std::apply([&](const auto&... axis) { (visit(axis), ...); }, configuration_axes);
}

}  // namespace fencepost::gtp

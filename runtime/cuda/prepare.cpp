#include <fencepost/runtime/cuda/driver_placement.h>
#include <fencepost/runtime/cuda/movement.h>
#include <fencepost/runtime/cuda/playable.h>
#include <fencepost/runtime/cuda/prepare.h>

namespace fencepost::cuda {
namespace {

/// `is_ours`: nobody else has been given the block that the operation names.
bool happens_on_card(const Operation& operation, const std::optional<model::Refusal>& refusal, MemoryCall call,
                     bool is_ours) {
  if (operation.kind == OperationKind::record_stream) return false;
  if (!refusal) return true;
  switch (*refusal) {
    case model::Refusal::double_free:
      return call == MemoryCall::in_order && is_ours;
    case model::Refusal::dead_handle:
    case model::Refusal::pool_exhausted_in_capture:
      return false;
    default:
      return true;
  }
}

/// Adds the cuts that the words of this effect need, and the bytes that it moves.
void cover(CoordinateBuilder& builder, const Effect& effect) {
  for (const Touch& touch : effect.touches) builder.cover(touch.range);
  const MovedRanges ranges = moved_ranges(effect.touches);
  if (effect.kind == OperationKind::copy && ranges.reads.size() == 1 && ranges.writes.size() == 1) {
    builder.mirror(ranges.reads[0].lo, ranges.writes[0].lo, ranges.reads[0].size());
  }
  if (!is_collective(effect.kind)) return;
  for (const Sum& sum : movement(effect.kind, effect.ranks, ranges.reads, ranges.writes)) {
    for (const Address from : sum.from) {
      builder.cover({from, from + sum.length});
      builder.mirror(from, sum.to[0], sum.length);
    }
    for (const Address to : sum.to) {
      builder.cover({to, to + sum.length});
      builder.mirror(sum.to[0], to, sum.length);
    }
  }
}

}  // namespace

tl::expected<std::unique_ptr<Prepared>, NotPlayed> Prepared::make(const Schedule& schedule,
                                                                  const PrepareLimits& limits) {
  auto operations = unroll(schedule, limits.unroll);
  if (!operations) return tl::unexpected(NotPlayed{0, operations.error()});
  std::unique_ptr<Prepared> prepared(new Prepared);
  prepared->operations_ = std::move(*operations);
  if (auto refused = prepared->prepare(limits)) return tl::unexpected(std::move(*refused));
  return prepared;
}

tl::expected<std::unique_ptr<Prepared>, NotPlayed> Prepared::placed_as(std::span<const Address> addresses,
                                                                       const PrepareLimits& limits) const {
  std::unique_ptr<Prepared> prepared(new Prepared);
  prepared->operations_ = pinned(operations_, driver_placed_, addresses);
  prepared->driver_placed_ = driver_placed_;
  if (auto refused = prepared->prepare(limits)) return tl::unexpected(std::move(*refused));
  return prepared;
}

std::optional<NotPlayed> Prepared::prepare(const PrepareLimits& limits) {
  if (auto refused = ask_the_model()) return refused;
  note_driver_placement();
  if (auto refused = compress(limits.most_cells)) return refused;
  evaluate();
  return std::nullopt;
}

PreparedStep Prepared::ask_about(const Operation& operation) {
  script_.issue(operation);
  PreparedStep step;
  const std::size_t tenures = model_.generations().size();
  step.model = model_.submit(operation);
  std::optional<PoolKind> pool;
  MemoryKind memory = MemoryKind::device;
  if (model_.generations().size() > tenures) {
    pool = model_.generations().back().pool_kind;
    memory = model_.generations().back().memory;
  }
  step.allocation = allocations_.of(operation, step.model, pool, memory);
  const bool is_ours = operation.kind == OperationKind::release && !allocations_.was_handed_on(operation.buffer());
  step.on_card = happens_on_card(operation, script_.refusal(), step.allocation.call, is_ours);
  step.assumed.assign(script_.assumed().begin(), script_.assumed().end());
  return step;
}

void Prepared::note_driver_placement() {
  if (driver_placed_.empty()) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const bool placed = steps_[i].allocation.call == MemoryCall::in_order && steps_[i].allocation.address;
      if (placed && steps_[i].model.status == Status::success && !operations_[i].detail->address) {
        driver_placed_.push_back(i);
      }
    }
  }
  std::vector<PlacedBlock> blocks;
  for (const std::size_t i : driver_placed_) {
    steps_[i].allocation.driver_places = true;
    blocks.push_back({steps_[i].allocation.address.value_or(0), operations_[i].detail->size});
  }
  driver_placement_ = canonical_placement(blocks);
}

std::optional<NotPlayed> Prepared::ask_the_model() {
  Playable playable;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const Operation operation = operations_[i];
    if (auto reason = playable.why_not(operation)) return NotPlayed{operation.line, std::move(*reason)};
    steps_.push_back(ask_about(operation));
    if (model_.error()) return NotPlayed{model_.error()->line, model_.error()->message};
    if (authors_.full()) return NotPlayed{operation.line, "it has more pieces of work than words can tell apart"};
  }
  model_.finish();
  if (model_.error()) return NotPlayed{model_.error()->line, model_.error()->message};
  return std::nullopt;
}

std::optional<NotPlayed> Prepared::compress(std::uint32_t most_cells) {
  CoordinateBuilder builder;
  for (const model::Generation& generation : model_.generations()) {
    if (generation.window.exists()) continue;
    const Address base = model_.region_base(generation.region);
    builder.cover({base + generation.lo, base + generation.hi});
  }
  play([&](const Effect& effect) { cover(builder, effect); });
  auto coordinates = builder.build(most_cells);
  if (!coordinates) return NotPlayed{0, coordinates.error()};
  coordinates_ = std::move(*coordinates);
  cell_memory_.assign(coordinates_.size(), MemoryKind::device);
  for (const model::Generation& generation : model_.generations()) {
    if (generation.window.exists()) continue;
    const Address base = model_.region_base(generation.region);
    for (std::uint32_t cell = coordinates_.cell_at(base + generation.lo);
         cell < coordinates_.cell_at(base + generation.hi); ++cell) {
      cell_memory_[cell] = generation.memory;
    }
  }
  return std::nullopt;
}

void Prepared::evaluate() {
  reference_.emplace(coordinates_);
  play([&](const Effect& effect) { reference_->execute(effect); });
}

}  // namespace fencepost::cuda

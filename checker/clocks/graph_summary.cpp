#include <fencepost/checker/clocks/graph_summary.h>
#include <fencepost/checker/clocks/graph_summary_builder.h>

#include <algorithm>
#include <limits>

namespace fencepost::checker {

namespace {

/// As a launch will remember it: only the node and the generation matter.
Touch of_launch(Touch inner) {
  inner.when = 0;
  inner.column = 0;
  inner.of_launch = 1;
  return inner;
}

/// Adds `pair`, or lengthens the piece of the same two accesses that ends where it begins.
void add_pair(std::vector<InnerPair>& pairs, const InnerPair& pair) {
  for (auto piece = pairs.rbegin(); piece != pairs.rend() && piece->second == pair.second; ++piece) {
    if (piece->first != pair.first || piece->region != pair.region || piece->hi != pair.lo) continue;
    piece->hi = pair.hi;
    return;
  }
  pairs.push_back(pair);
}

}  // namespace

GraphSummary::GraphSummary(std::shared_ptr<const model::GraphPlan> plan) : plan_(std::move(plan)), ports_(*plan_) {
  GraphSummaryBuilder(*this).build();
}

void GraphSummaryBuilder::build() {
  const model::GraphPlan& plan = summary_.plan();
  GraphOrder order(plan);
  for (model::NodeIndex node = 0; node < plan.nodes.size(); ++node) {
    const GraphOrder::Position position = order.advance();
    visit(node, order, position);
  }
  for (const auto& [region, bytes] : regions_) flatten(region, bytes);
  collect_generations();
}

void GraphSummaryBuilder::visit(model::NodeIndex node, const GraphOrder& order, GraphOrder::Position position) {
  const model::GraphPlan& plan = summary_.plan();
  for (const model::MemoryAccess& access : plan.accesses_of(plan.nodes[node])) {
    Touch touch;
    touch.when = position.place;
    touch.column = position.chain & 0x1fffffffU;
    touch.set_mode(access.mode);
    touch.site = node;
    touch.generation = access.generation.value;
    visit(access, touch, order);
  }
}

void GraphSummaryBuilder::visit(const model::MemoryAccess& access, const Touch& first, const GraphOrder& order) {
  const auto ordered = [&](const Touch& earlier) { return order.before_current({earlier.column, earlier.when}); };
  regions_[access.region].visit(access.lo, access.hi, [&](std::uint64_t lo, std::uint64_t hi, InnerBytes& bytes) {
    Touch touch = first;
    if (completes_update(bytes.history, touch)) touch.set_mode(AccessMode::update);
    const bool written = bytes.history.last_write.exists();
    if (!written || (!bytes.surely_written && reads(access.mode))) {
      bytes.border.push_back({of_launch(touch), access.after_release, written});
    }
    if (reads(access.mode)) note_foreign_read(access, touch, bytes, lo, hi);
    apply(bytes.history, touch, ordered, [&](const Touch& earlier) {
      add_pair(summary_.unordered_,
               {of_launch(earlier), of_launch(touch), access.region, lo, hi, access.after_release});
    });
    const bool runs = !summary_.plan().nodes[touch.site].conditional;
    bytes.surely_written = bytes.surely_written || (writes_plainly(touch.mode()) && runs);
  });
}

void GraphSummaryBuilder::note_foreign_read(const model::MemoryAccess& access, const Touch& touch,
                                            const InnerBytes& bytes, std::uint64_t lo, std::uint64_t hi) {
  const Touch writer = newest_write(bytes.history);
  if (!writer.exists() || writer.generation == touch.generation || access.after_release) return;
  add_pair(summary_.foreign_, {of_launch(writer), of_launch(touch), access.region, lo, hi, false});
}

void GraphSummaryBuilder::flatten(model::RegionId region, const IntervalMap<InnerBytes>& bytes) {
  const auto index = [](const auto& vector) { return static_cast<std::uint32_t>(vector.size()); };
  BorderRegion flat{region, index(summary_.intervals_), 0};
  bytes.look(0, std::numeric_limits<std::uint64_t>::max(),
             [&](std::uint64_t lo, std::uint64_t hi, const InnerBytes& inner) {
               if (inner.border.empty()) return;
               BorderInterval interval;
               interval.lo = lo;
               interval.hi = hi;
               interval.first_access = index(summary_.accesses_);
               interval.access_count = index(inner.border);
               summary_.accesses_.insert(summary_.accesses_.end(), inner.border.begin(), inner.border.end());
               interval.first_since = index(summary_.since_);
               interval.since_count = index(inner.history.since);
               for (std::size_t i = 0; i < inner.history.since.size(); ++i) {
                 const Touch kept = of_launch(inner.history.since[i]);
                 interval.has_read |= kept.mode() == AccessMode::read;
                 interval.has_atomic |= kept.mode() == AccessMode::atomic;
                 summary_.since_.push_back(kept);
               }
               interval.overwritten = inner.history.last_write.exists();
               interval.surely_written = inner.surely_written;
               interval.last_write = of_launch(inner.history.last_write);
               describe_reads(interval);
               summary_.intervals_.push_back(interval);
               ++flat.interval_count;
             });
  summary_.regions_.push_back(flat);
}

void GraphSummaryBuilder::describe_reads(BorderInterval& interval) const {
  bool mixed = false;
  for (const BorderAccess& access : summary_.accesses(interval)) {
    if (!reads(access.touch.mode())) continue;
    const model::GenerationId generation{access.touch.generation};
    mixed |= access.after_release || (interval.reads && interval.read_for != generation);
    interval.reads = true;
    interval.read_for = generation;
    if (writes_plainly(access.touch.mode()) && !summary_.plan().nodes[access.touch.site].conditional) break;
  }
  if (mixed) interval.read_for = model::GenerationId::none();
}

void GraphSummaryBuilder::collect_generations() {
  const model::GraphPlan& plan = summary_.plan();
  std::map<model::GenerationId, UsedGeneration> used;
  for (model::NodeIndex node = 0; node < plan.nodes.size(); ++node) {
    for (const model::MemoryAccess& access : plan.accesses_of(plan.nodes[node])) {
      if (access.generation.exists())
        used.try_emplace(access.generation, UsedGeneration{access.generation, node, access.mode});
    }
  }
  for (const auto& [generation, first] : used) summary_.generations_.push_back(first);
}

}  // namespace fencepost::checker

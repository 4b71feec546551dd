#include <fencepost/checker/clocks/clock_engine.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

bool mixes_reads_and_atomics(std::span<const model::MemoryAccess> accesses) {
  const auto has = [&](AccessMode mode) {
    return std::any_of(accesses.begin(), accesses.end(), [&](const auto& access) { return access.mode == mode; });
  };
  return accesses.size() > 1 && has(AccessMode::atomic) && has(AccessMode::read);
}

Touch marked(Touch touch, std::uint32_t mark) {
  touch.when = mark;
  return touch;
}

/// Whether `b` is the same access as `a`.
bool same_access(const Party& a, const Party& b) {
  return a.execution == b.execution && a.node == b.node && a.mode == b.mode && a.generation == b.generation;
}

}  // namespace

bool ClockEngine::submit(const model::Submission& submission) {
  const OuterClocks::Start start = clocks_.start(submission);
  switch (submission.kind) {
    case model::SubmissionKind::launch:
      launch(submission, start);
      break;
    case model::SubmissionKind::hand_over:
      clocks_.complete(submission, start);
      hand_over(submission);
      return start.learned;
    default:
      break;
  }
  clocks_.complete(submission, start);
  if (!submission.accesses.empty()) check(submission, start);
  return start.learned;
}

void ClockEngine::initialise(model::GenerationId generation) {
  if (generation.index() < fresh_.size()) fresh_[generation.index()] = 0;
}

std::optional<StreamId> ClockEngine::unordered_user(model::RegionId id, std::uint64_t lo, std::uint64_t hi,
                                                    model::Axis queue, model::Axis issuer) const {
  if (id.index() >= regions_.size()) return std::nullopt;
  const auto known = [&](Column column) {
    return std::max(clocks_.known_to(queue, column), clocks_.known_to(issuer, column));
  };
  std::optional<StreamId> found;
  const auto look_at = [&](const Touch& touch) {
    if (found || !touch.exists() || ordered(touch, known)) return;
    found = touch.of_launch == 0 ? sites_[touch.site].stream
                                 : marks_[touch.when].graph->plan().nodes[touch.site].captured_on;
  };
  regions_[id.index()].bytes.look(lo, hi, [&](std::uint64_t, std::uint64_t, const ByteHistory& history) {
    look_at(history.last_write);
    for (std::size_t i = 0; i < history.since.size(); ++i) look_at(history.since[i]);
  });
  return found;
}

bool ClockEngine::was_written(const model::MemoryAccess& bytes,
                              const std::function<bool(OperationKind)>& counts) const {
  if (bytes.region.index() >= regions_.size()) return false;
  const auto operation = [&](const Touch& touch) {
    return touch.of_launch == 0 ? sites_[touch.site].operation
                                : marks_[touch.when].graph->plan().nodes[touch.site].operation;
  };
  bool found = false;
  regions_[bytes.region.index()].bytes.look(
      bytes.lo, bytes.hi, [&](std::uint64_t, std::uint64_t, const ByteHistory& history) {
        found |= history.last_write.exists() && counts(operation(history.last_write));
        for (std::size_t i = 0; i < history.since.size(); ++i) {
          found |= writes(history.since[i].mode()) && counts(operation(history.since[i]));
        }
      });
  return found;
}

ClockEngine::KnownGraph& ClockEngine::known_graph(const std::shared_ptr<const model::GraphPlan>& plan) {
  KnownGraph& known = graphs_[plan.get()];
  if (!known.summary) {
    known.summary = std::make_unique<const GraphSummary>(plan);
    known.claims.resize(known.summary->regions().size());
  }
  return known;
}

ClockEngine::Region& ClockEngine::region(model::RegionId id) {
  if (id.index() >= regions_.size()) regions_.resize(id.index() + 1);
  return regions_[id.index()];
}

template <class Clock>
bool ClockEngine::ordered(const Touch& touch, const Clock& at) const {
  if (touch.of_launch == 0) return at(touch.column) >= touch.when;
  const LaunchMark& mark = marks_[touch.when];
  if (at(mark.column) >= mark.tick) return true;
  // Not the launch as a whole, but perhaps external records that this node leads to.
  const GraphPorts& ports = mark.graph->ports();
  const auto leads_to = [&](std::uint32_t port) {
    return port < ports.records().size() && ports.leaves(touch.site, port);
  };
  const auto records = clocks_.record_columns(mark.column);
  return std::any_of(records.begin(), records.end(), [&](const OuterClocks::RecordColumn& record) {
    return at(record.column) >= mark.tick && std::all_of(record.ports.begin(), record.ports.end(), leads_to);
  });
}

Party ClockEngine::party(const Touch& touch) const {
  Party result;
  result.mode = touch.mode();
  result.generation = model::GenerationId{touch.generation};
  if (touch.of_launch == 0) {
    result.execution = touch.when;
    result.site = touch.site;
  } else {
    result.execution = marks_[touch.when].tick;
    result.node = touch.site;
    result.graph = marks_[touch.when].graph;
  }
  return result;
}

void ClockEngine::check(const model::Submission& submission, const OuterClocks::Start& start) {
  Touch touch;
  touch.when = static_cast<Tick>(submission.execution);
  touch.column = start.column & 0x1fffffffU;
  newest_site_ = sites_.intern(submission);
  touch.site = newest_site_;
  const Tick* const clock = clocks_.rows()[start.row];
  overtaking_ = {};
  if (submission.overlaps_from != 0) {
    const Tick known = clocks_.rows()[clocks_.row(clocks_.column(submission.issuer))][start.column];
    overtaking_ = {start.column, std::max(known, static_cast<Tick>(submission.overlaps_from - 1))};
  }
  const bool mixes = mixes_reads_and_atomics(submission.accesses);
  for (const model::MemoryAccess& access : submission.accesses) {
    touch.set_mode(access.mode);
    touch.generation = access.generation.value;
    check(access, touch, clock, mixes);
  }
  access_count_ += submission.accesses.size();
}

void ClockEngine::check(const model::MemoryAccess& access, Touch touch, const Tick* clock, bool may_complete_update) {
  const auto is_ordered = [&](const Touch& earlier) {
    // Early or not, work does not overtake itself.
    if (earlier.of_launch == 0 && earlier.when == touch.when && earlier.column == touch.column) return true;
    return ordered(earlier,
                   [&](Column column) { return column == overtaking_.column ? overtaking_.last : clock[column]; });
  };
  const bool asks_owner = reads(access.mode) && access.generation.exists() && !access.after_release;
  Region& touched = region(access.region);
  ++touched.changes;
  pieces_.clear();
  std::size_t visited = 0;
  touched.bytes.visit(access.lo, access.hi, [&](std::uint64_t lo, std::uint64_t hi, ByteHistory& history) {
    if (asks_owner && is_foreign(history, access.generation) && is_ordered(newest_write(history))) {
      check_owner(history, party(touch), access.region, lo, hi);
    }
    if (access.version != 0 && is_ordered(newest_write(history))) {
      const Touch writer = newest_write(history);
      findings_.versioned_read(party(touch), access.version,
                               writer.exists() ? std::optional{party(writer)} : std::nullopt, access.region, lo, hi);
    }
    touch.set_mode(access.mode);
    if (may_complete_update && completes_update(history, touch)) touch.set_mode(AccessMode::update);
    apply(history, touch, is_ordered, [&](const Touch& earlier) {
      add_piece({party(earlier), party(touch), access.region, lo, hi});
    });
    ++visited;
  });
  if (visited > 1 && writes_plainly(access.mode)) touched.bytes.coalesce(access.lo, access.hi);
  for (const Encounter& piece : pieces_) findings_.unordered(piece);
}

void ClockEngine::add_piece(const Encounter& piece) {
  const auto continued = std::find_if(pieces_.begin(), pieces_.end(), [&](const Encounter& each) {
    return each.hi == piece.lo && same_access(each.first, piece.first);
  });
  if (continued != pieces_.end()) {
    continued->hi = piece.hi;
  } else {
    pieces_.push_back(piece);
  }
}

bool ClockEngine::is_foreign(const ByteHistory& bytes, model::GenerationId generation) const {
  if (bytes.last_write.exists() && bytes.last_write.generation == generation.value && bytes.since.empty()) return false;
  const Touch writer = newest_write(bytes);
  return writer.exists() ? writer.generation != generation.value : is_fresh(generation);
}

void ClockEngine::check_owner(const ByteHistory& bytes, const Party& reader, model::RegionId region, std::uint64_t lo,
                              std::uint64_t hi) {
  const Touch writer = newest_write(bytes);
  findings_.foreign_read(reader, writer.exists() ? std::optional{party(writer)} : std::nullopt, region, lo, hi);
}

void ClockEngine::hand_over(const model::Submission& submission) {
  const model::HandOver& given = submission.hand_over;
  const std::size_t index = given.generation.index();
  if (index >= fresh_.size()) fresh_.resize(index + 1, 0);
  fresh_[index] = 1;
  Region& handed = region(given.region);
  ++handed.changes;
  handed.bytes.visit(given.lo, given.hi, [&](std::uint64_t, std::uint64_t, ByteHistory& bytes) {
    // What was behind addresses before they were unmapped is gone when they are mapped again.
    const Touch& last = bytes.last_write;
    if (last.exists() && last.of_launch == 0 && sites_[last.site].operation == OperationKind::unmap) {
      bytes.last_write.generation = model::GenerationId::none_value;
    }
    for (const model::CompletionPoint& point : given.discharged) {
      const OuterClocks::Source source = clocks_.source(point);
      const Tick* const clock = clocks_.rows()[source.row];
      discharge(bytes, [&](const Touch& touch) {
        return ordered(touch, [&](Column column) { return column == source.column ? source.tick : clock[column]; });
      });
    }
  });
}

void ClockEngine::launch(const model::Submission& submission, const OuterClocks::Start& start) {
  KnownGraph& known = known_graph(submission.graph);
  const GraphSummary& graph = *known.summary;
  const auto tick = static_cast<Tick>(submission.execution);
  if (marks_.empty()) marks_.emplace_back();  // Mark 0 is no launch: a touch with `when` 0 does not exist.
  launch_clocks_.enter(submission, graph.ports(), start);
  for (std::size_t i = 0; i < graph.regions().size(); ++i) {
    meet_border(graph, graph.regions()[i], known.claims[i], tick, start);
  }
  report_inner(graph, tick);
  launch_clocks_.leave(graph.plan(), tick);
  access_count_ += graph.plan().accesses.size();
}

void ClockEngine::meet_border(const GraphSummary& graph, const BorderRegion& border, Claim& claim, Tick tick,
                              const OuterClocks::Start& start) {
  Region& met = region(border.region);
  LaunchMark& last = marks_[claim.mark];
  const bool unchanged =
      claim.mark != 0 && claim.changes == met.changes && clocks_.rows()[start.row][last.column] >= last.tick;
  if (unchanged && claim.repeats) {
    last.tick = tick;
    last.column = start.column;
    return;
  }
  const auto mark = static_cast<std::uint32_t>(marks_.size());
  marks_.push_back({tick, start.column, &graph});
  bool found_nothing = true;
  for (const BorderInterval& interval : graph.intervals(border)) {
    std::size_t visited = 0;
    met.bytes.visit(interval.lo, interval.hi, [&](std::uint64_t lo, std::uint64_t hi, ByteHistory& history) {
      Encounter place;
      place.region = border.region;
      place.lo = lo;
      place.hi = hi;
      if (!meet(history, graph, interval, mark, place)) found_nothing = false;
      ++visited;
    });
    if (visited > 1 && interval.overwritten) met.bytes.coalesce(interval.lo, interval.hi);
  }
  claim = {mark, ++met.changes, unchanged && found_nothing};
}

bool ClockEngine::settled(const ByteHistory& bytes, const BorderInterval& interval, const Tick* clock) const {
  const auto is_ordered = [&](const Touch& touch) {
    return ordered(touch, [clock](Column column) { return clock[column]; });
  };
  if (interval.reads && (!interval.read_for.exists() || is_foreign(bytes, interval.read_for))) return false;
  if (bytes.last_write.exists() && !is_ordered(bytes.last_write)) return false;
  for (std::size_t i = 0; i < bytes.since.size(); ++i) {
    if (!is_ordered(bytes.since[i])) return false;
  }
  return true;
}

bool ClockEngine::meet(ByteHistory& bytes, const GraphSummary& graph, const BorderInterval& interval,
                       std::uint32_t mark, const Encounter& place) {
  const Row start = clocks_.row(marks_[mark].column);
  const bool is_settled = settled(bytes, interval, clocks_.rows()[start]);
  const bool still_foreign = interval.overwritten && !interval.surely_written &&
                             is_foreign(bytes, model::GenerationId{interval.last_write.generation});
  if (is_settled) {
    bytes.since.filter([&](const Touch& touch) {
      return touch.mode() == AccessMode::atomic ? !interval.has_atomic : !interval.has_read;
    });
  } else {
    meet_slowly(bytes, graph, interval, mark, place);
  }
  if (interval.overwritten) {
    bytes.last_write = marked(interval.last_write, mark);
    // What may not have run initialises nothing (definitions.md 7).
    if (still_foreign) bytes.last_write.generation = model::GenerationId::none_value;
    bytes.since.clear();
  }
  for (const Touch& touch : graph.since(interval)) bytes.since.add(marked(touch, mark));
  return is_settled;
}

void ClockEngine::meet_slowly(ByteHistory& bytes, const GraphSummary& graph, const BorderInterval& interval,
                              std::uint32_t mark, const Encounter& place) {
  bool seen_update = false;  // Later reads see an atomic update of this launch.
  for (const BorderAccess& access : graph.accesses(interval)) {
    const Touch touch = marked(access.touch, mark);
    const AccessMode mode = touch.mode();
    const auto is_ordered = [&](const Touch& earlier) {
      return ordered(earlier, [&](Column column) { return launch_clocks_.at(touch.site, column); });
    };
    const auto report = [&](const Touch& earlier) {
      findings_.unordered({party(earlier), party(touch), place.region, place.lo, place.hi});
    };
    const model::GenerationId generation{touch.generation};
    if (reads(mode) && generation.exists() && !access.after_release && !seen_update && is_foreign(bytes, generation) &&
        is_ordered(newest_write(bytes))) {
      check_owner(bytes, party(touch), place.region, place.lo, place.hi);
    }
    seen_update |= mode == AccessMode::atomic;
    if (access.behind_conditional_write) continue;
    if (bytes.last_write.exists() && !is_ordered(bytes.last_write)) report(bytes.last_write);
    bytes.since.filter([&](const Touch& earlier) {
      const bool is_done = is_ordered(earlier);
      if (!is_done && conflict(earlier.mode(), mode)) report(earlier);
      return !is_done || earlier.mode() != mode;
    });
    if (writes_plainly(mode) && !graph.plan().nodes[touch.site].conditional) return;
  }
}

void ClockEngine::report_inner(const GraphSummary& graph, Tick tick) {
  const auto inner = [&](const Touch& touch) {
    return Party{tick, touch.site, touch.mode(), model::GenerationId{touch.generation}, 0, &graph};
  };
  for (const InnerPair& pair : graph.unordered_pairs()) {
    findings_.unordered({inner(pair.first), inner(pair.second), pair.region, pair.lo, pair.hi});
  }
  for (const InnerPair& pair : graph.foreign_reads()) {
    findings_.foreign_read(inner(pair.second), inner(pair.first), pair.region, pair.lo, pair.hi);
  }
}

}  // namespace fencepost::checker

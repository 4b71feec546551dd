#include <fencepost/checker/classify/bytes_in_dispute.h>
#include <fencepost/checker/classify/race_case.h>
#include <fencepost/checker/classify/sites.h>
#include <fencepost/checker/classify/versions.h>
#include <fencepost/checker/detector.h>

#include <algorithm>

namespace fencepost::checker {

Detector::Detector(Tenures::Source tenures)
    : tenures_(std::move(tenures)),
      lifetimes_(ledger_, tenures_),
      escapes_(ledger_, tenures_),
      refusals_(ledger_),
      engine_(*this),
      deadlocks_(ledger_, engine_, launches_, tenures_),
      releases_(engine_, tenures_) {}

void Detector::accept(const model::Submission& submission) {
  overflowed_ = overflowed_ || submission.execution > last_tick;
  if (overflowed_) return;
  current_ = &submission;
  if (submission.kind == model::SubmissionKind::launch) {
    launches_.add(submission);
    waits_.add_launch(submission);
  }
  const bool learned = engine_.submit(submission);
  releases_.add_queue(submission);
  switch (submission.kind) {
    case model::SubmissionKind::launch:
      lifetimes_.add_launch(engine_.summary(submission.graph), launches_[submission.execution]);
      break;
    case model::SubmissionKind::hand_over:
      if (tenures_[submission.hand_over.generation].initialised) engine_.initialise(submission.hand_over.generation);
      lifetimes_.add_hand_over(submission);
      releases_.add_hand_over(submission);
      break;
    case model::SubmissionKind::release:
      lifetimes_.add_release();
      releases_.add_release(submission);
      break;
    case model::SubmissionKind::wait:
      waits_.add_wait(submission, learned);
      break;
    default:
      break;
  }
  if (!submission.accesses.empty()) check_names(submission);
  deadlocks_.add(submission);
}

void Detector::check_names(const model::Submission& submission) {
  if (escapes_.watching() && submission.operation != OperationKind::allocate)
    escapes_.add(submission, engine_.newest_site());
  for (const model::MemoryAccess& access : submission.accesses) {
    if (!access.after_release) continue;
    const EagerSite& site = engine_.sites()[engine_.newest_site()];
    lifetimes_.add_late_access(eager_site(site, submission.execution, access.mode, access.generation), access);
  }
}

void Detector::accept(const std::shared_ptr<const model::GraphPlan>& graph) {
  refusals_.graph_exists(graph->graph);
  escapes_.check(*graph, engine_.sites());
  deadlocks_.graph_exists(graph);
  if (graph->nodes.empty()) {
    Note note;
    note.kind = Note::Kind::empty_capture;
    note.line = graph->end_line;
    note.other_line = graph->begin_line;
    note.graph = graph->graph;
    graph_notes_.push_back(note);
  }
  add_stale_fences(*graph);
  for (model::NodeIndex node = 0; node < graph->nodes.size(); ++node) {
    for (const model::MemoryAccess& access : graph->accesses_of(graph->nodes[node])) {
      if (!access.after_release) continue;
      lifetimes_.add_late_access(captured_site(*graph, node, access.mode, access.generation), access);
    }
  }
}

void Detector::add_stale_fences(const model::GraphPlan& graph) {
  std::vector<KnownFence>& known = fences_[graph.capture];
  known.clear();
  for (StaleFence& fence : stale_fences(graph)) {
    Hazard hazard;
    hazard.question = Question::order;
    OrderCase order;
    order.stale_external = true;
    hazard.slug = decide(order);
    hazard.first = captured_site(graph, fence.record);
    hazard.second = captured_site(graph, fence.wait);
    const std::size_t index = ledger_.add(hazard);
    known.push_back({std::move(fence), index});
  }
}

const Detector::KnownFence* Detector::explaining_fence(const Encounter& encounter) const {
  const Party& a = encounter.first;
  const Party& b = encounter.second;
  if (!a.of_launch() || !b.of_launch() || a.execution != b.execution) return nullptr;
  const auto known = fences_.find(a.graph->plan().capture);
  if (known == fences_.end()) return nullptr;
  const auto found = std::find_if(known->second.begin(), known->second.end(),
                                  [&](const KnownFence& each) { return each.fence.would_order(a.node, b.node); });
  return found == known->second.end() ? nullptr : &*found;
}

bool Detector::names_freed(const Party& party) const {
  const auto freed = [&](const model::MemoryAccess& access) {
    return access.after_release && access.generation == party.generation;
  };
  if (!party.of_launch()) {
    return party.execution == current_->execution &&
           std::any_of(current_->accesses.begin(), current_->accesses.end(), freed);
  }
  const model::GraphPlan& plan = party.graph->plan();
  const auto accesses = plan.accesses_of(plan.nodes[party.node]);
  return std::any_of(accesses.begin(), accesses.end(), freed);
}

/// Writes by nodes that may not run are remembered on nobody's behalf.
void Detector::name_owner(Party& party, model::RegionId region, std::uint64_t byte) {
  if (!party.of_launch() || party.generation.exists()) return;
  const model::GraphPlan& plan = party.graph->plan();
  for (const model::MemoryAccess& access : plan.accesses_of(plan.nodes[party.node])) {
    if (access.region == region && access.lo <= byte && byte < access.hi) party.generation = access.generation;
  }
}

void Detector::dispute(const Party& party) {
  if (party.of_launch()) lifetimes_.dispute(party.graph->plan(), party.generation);
}

void Detector::unordered(const Encounter& found) {
  Encounter encounter = found;
  for (Party* const party : {&encounter.first, &encounter.second}) name_owner(*party, encounter.region, encounter.lo);
  // An access that names a freed tensor is wrong in every order, and is reported as that.
  if (names_freed(encounter.first) || names_freed(encounter.second)) return;
  Hazard hazard;
  hazard.question = Question::order;
  hazard.first = site_of(encounter.first, engine_.sites(), launches_);
  hazard.second = site_of(encounter.second, engine_.sites(), launches_);
  OrderCase order = race_case(hazard.first, hazard.second, tenures_);
  const KnownFence* const fence = explaining_fence(encounter);
  order.stale_external = fence != nullptr;
  hazard.slug = decide(order);
  describe_bytes(hazard, encounter.region, encounter.lo, encounter.hi, tenures_);
  if (!order.same_generation) {
    dispute(encounter.first);
    dispute(encounter.second);
  }
  if (hazard.slug == Slug::stale_external_record) {
    ledger_.list_under(fence->hazard, hazard);
  } else if (const auto escape = escapes_.explaining(encounter)) {
    ledger_.list_under(*escape, hazard);
  } else {
    ledger_.add(hazard);
  }
}

SeenWrite Detector::seen(const std::optional<Party>& writer, model::GenerationId reader) const {
  // An allocation on a stream wipes the bytes, on nobody's behalf.
  if (!writer || !writer->generation.exists()) return SeenWrite::none;
  return writer->execution > tenures_[reader].allocated_at ? SeenWrite::after_hand_over : SeenWrite::before_hand_over;
}

void Detector::foreign_read(const Party& reader, const std::optional<Party>& writer, model::RegionId region,
                            std::uint64_t lo, std::uint64_t hi) {
  OwnerCase owner;
  owner.seen = seen(writer, reader.generation);
  owner.writer_in_launch = writer && writer->of_launch();
  owner.reader_in_launch = reader.of_launch();
  if (owner.reader_in_launch && tenures_.over(reader.generation, reader.execution)) {
    owner.reader_life = decide(lifetimes_.replay_case(reader.generation));
  }
  Hazard hazard;
  hazard.question = Question::owner;
  hazard.slug = decide(owner);
  // A replay on behalf of a freed tensor is reported once for the graph, not for each thing it reads.
  if (owner.reader_life == hazard.slug) return;
  // What an earlier owner left is no part of the story of bytes that nobody has written since.
  if (writer && owner.seen == SeenWrite::after_hand_over) {
    hazard.first = site_of(*writer, engine_.sites(), launches_);
    dispute(*writer);
  }
  hazard.second = site_of(reader, engine_.sites(), launches_);
  dispute(reader);
  describe_bytes(hazard, region, lo, hi, tenures_);
  if (!hazard.first.generation.exists()) {
    hazard.first_buffer = hazard.second_buffer;
    hazard.release_line = 0;
    hazard.hand_over_line = tenures_[reader.generation].allocate_line;
  }
  ledger_.add(hazard);
}

void Detector::versioned_read(const Party& reader, std::uint32_t version, const std::optional<Party>& writer,
                              model::RegionId region, std::uint64_t lo, std::uint64_t hi) {
  const auto slug = judge_version(launches_, reader, version, writer, region, lo, hi);
  if (!slug) return;
  Hazard hazard;
  hazard.question = Question::owner;
  hazard.slug = *slug;
  if (writer) hazard.first = site_of(*writer, engine_.sites(), launches_);
  hazard.second = site_of(reader, engine_.sites(), launches_);
  describe_bytes(hazard, region, lo, hi, tenures_);
  ledger_.add(hazard);
}

Detector::Result Detector::finish() {
  lifetimes_.finish();
  deadlocks_.finish();
  Result result;
  result.hazards = ledger_.take();
  result.notes = waits_.notes();
  result.notes.insert(result.notes.end(), graph_notes_.begin(), graph_notes_.end());
  const std::vector<Note> releases = releases_.notes();
  result.notes.insert(result.notes.end(), releases.begin(), releases.end());
  std::stable_sort(result.notes.begin(), result.notes.end(),
                   [](const Note& a, const Note& b) { return a.line < b.line; });
  result.accesses = engine_.access_count();
  return result;
}

}  // namespace fencepost::checker

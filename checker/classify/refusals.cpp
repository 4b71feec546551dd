#include <fencepost/checker/classify/decision_table.h>
#include <fencepost/checker/classify/refusals.h>

#include <utility>

namespace fencepost::checker {

namespace {

/// What the other end of the story was doing.
OperationKind first_operation(const model::RefusedCall& refused) {
  switch (refused.refusal) {
    case model::Refusal::double_free:
    case model::Refusal::free_of_unallocated:
    case model::Refusal::window_without_memory:
      return OperationKind::release;
    case model::Refusal::window_covers_a_part:
    case model::Refusal::window_of_another_communicator:
    case model::Refusal::communicator_in_use:
      return OperationKind::register_window;
    case model::Refusal::captured_event_used_eagerly:
    case model::Refusal::captured_event_queried_live:
    case model::Refusal::ended_capture_event_in_capture:
    case model::Refusal::eager_event_in_capture:
    case model::Refusal::capture_merged:
      return OperationKind::record;
    default:
      return OperationKind::begin_capture;
  }
}

/// The record was made inside a capture.
bool is_about_captured_record(model::Refusal refusal) {
  return refusal == model::Refusal::captured_event_used_eagerly ||
         refusal == model::Refusal::captured_event_queried_live ||
         refusal == model::Refusal::ended_capture_event_in_capture || refusal == model::Refusal::capture_merged;
}

/// The refused call itself was made inside a capture.
bool is_made_in_capture(model::Refusal refusal) {
  return refusal == model::Refusal::eager_event_in_capture ||
         refusal == model::Refusal::ended_capture_event_in_capture || refusal == model::Refusal::capture_merged;
}

Hazard describe(const model::RefusedCall& refused) {
  Hazard hazard;
  hazard.question = Question::refused;
  hazard.slug = decide(RefusedCase{refused.refusal, refused.invalidated_capture});
  hazard.status = refused.status;
  hazard.refusal = refused.refusal;
  hazard.second.line = refused.line;
  hazard.second.operation = refused.operation;
  hazard.second.stream = refused.stream;
  hazard.second.thread = refused.thread;
  hazard.second.event = refused.event;
  hazard.second.graph = refused.graph;
  if (is_made_in_capture(refused.refusal)) hazard.second.phase = Phase::captured;
  hazard.second_buffer = refused.buffer;
  if (refused.first_line != 0) {
    hazard.first.line = refused.first_line;
    hazard.first.operation = first_operation(refused);
    hazard.first.event = refused.event;
    hazard.first.graph = refused.graph;
    if (is_about_captured_record(refused.refusal)) hazard.first.phase = Phase::captured;
    hazard.first_buffer = refused.buffer;
  }
  return hazard;
}

bool is_consequence(model::Refusal refusal) {
  return refusal == model::Refusal::capture_already_invalid || refusal == model::Refusal::not_capturing ||
         refusal == model::Refusal::dead_handle || refusal == model::Refusal::invalid_argument;
}

}  // namespace

std::optional<std::size_t> Refusals::cause_of(const model::RefusedCall& refused) {
  if (!refused.graph.exists() || !is_consequence(refused.refusal)) return std::nullopt;
  const auto known = broken_.find(refused.graph);
  if (known != broken_.end()) return known->second;
  if (refused.refusal != model::Refusal::capture_already_invalid || !last_merge_) return std::nullopt;
  broken_.emplace(refused.graph, *last_merge_);
  return std::exchange(last_merge_, std::nullopt);
}

void Refusals::add(const model::RefusedCall& refused) {
  const Hazard found = describe(refused);
  if (const auto cause = cause_of(refused)) {
    ledger_.list_under(*cause, found);
    return;
  }
  const std::size_t index = ledger_.add(found);
  if (refused.invalidated_capture && refused.graph.exists()) broken_.insert_or_assign(refused.graph, index);
  if (refused.refusal == model::Refusal::capture_merged) last_merge_ = index;
}

}  // namespace fencepost::checker

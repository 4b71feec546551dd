#include <fencepost/checker/classify/wait_notes.h>

#include <algorithm>

namespace fencepost::checker {

void WaitNotes::judge(std::uint32_t line, bool useful, Note::Kind kind, StreamId stream, EventId event) {
  if (line >= useful_.size()) {
    useful_.resize(line + std::size_t{1}, 0);
    listed_.resize(line + std::size_t{1}, 0);
  }
  if (useful) {
    useful_[line] = 1;
  } else if (listed_[line] == 0) {
    listed_[line] = 1;
    Note note;
    note.kind = kind;
    note.line = line;
    note.stream = stream;
    note.event = event;
    candidates_.push_back(note);
  }
}

void WaitNotes::add_wait(const model::Submission& wait, bool learned) {
  const auto of_event = std::find_if(wait.waits.begin(), wait.waits.end(), [&](const model::BoundWait& each) {
    return each.reason == model::EdgeReason::event && each.event.exists() && each.event == wait.event;
  });
  if (of_event == wait.waits.end()) return;
  const model::BoundWait& bound = *of_event;
  const bool is_void = bound.candidates.empty();
  const bool own = std::any_of(bound.candidates.begin(), bound.candidates.end(),
                               [&](const model::CompletionPoint& point) { return point.axis == wait.axis; });
  const bool useful = !is_void && (learned || own || bound.unbound_possible);
  judge(wait.line, useful, is_void ? Note::Kind::void_wait : Note::Kind::redundant_wait, wait.stream, wait.event);
}

void WaitNotes::add_launch(const model::Submission& launch) {
  for (const model::BoundWait& wait : launch.waits) {
    if (wait.node == model::no_node) continue;
    const model::GraphNode& node = launch.graph->nodes[wait.node];
    if (node.library) continue;
    judge(node.line, !wait.candidates.empty(), Note::Kind::void_wait, node.captured_on, node.event);
  }
}

std::vector<Note> WaitNotes::notes() const {
  std::vector<Note> found;
  std::copy_if(candidates_.begin(), candidates_.end(), std::back_inserter(found),
               [&](const Note& note) { return useful_[note.line] == 0; });
  std::sort(found.begin(), found.end(), [](const Note& a, const Note& b) { return a.line < b.line; });
  return found;
}

}  // namespace fencepost::checker

#include <fencepost/checker/report/mechanism.h>

namespace fencepost::checker {

namespace {

std::string_view of_refusal(model::Refusal refusal) {
  using model::Refusal;
  switch (refusal) {
    case Refusal::captured_event_used_eagerly:
      return "A record inside a capture is no operation: it marks a place in the graph for waits of the same capture. "
             "No launch performs it, so outside the graph there is nothing to wait for or to ask about (row E12).";
    case Refusal::captured_event_queried_live:
      return "The event was recorded in a capture that is still live, and nothing of it has run: there is nothing to "
             "ask or to wait for, from any thread and in any mode (row E14).";
    case Refusal::ended_capture_event_in_capture:
      return "A record inside a capture orders nodes of its own graph only, and that graph is complete (rows E15, "
             "E22, E23).";
    case Refusal::eager_event_in_capture:
      return "A capture is isolated from eager work: an internal wait may name only what the same capture has "
             "recorded, even if the event has long completed (rows E16, E24).";
    case Refusal::external_flag_outside_capture:
      return "The external flag asks for a node of a graph, and this stream is not capturing one (row E19).";
    case Refusal::capture_unjoined:
      return "Every stream that a capture was forked to must come back to its origin: an internal record behind its "
             "last work, and a wait for it on a stream that leads there (rows K01, K03, K05).";
    case Refusal::capture_merged:
      return "The event belongs to one capture and the waiting stream to another, and the wait would make one graph "
             "of them (row K06).";
    case Refusal::capture_unmatched:
      return "A capture ends through the stream on which it began (row K04).";
    case Refusal::capture_wrong_thread:
      return "In global and thread-local mode a capture ends on the thread that began it (row K09).";
    case Refusal::capture_already_invalid:
      return "The capture was lost before.";
    case Refusal::already_capturing:
      return "The stream is capturing already (row K07).";
    case Refusal::not_capturing:
      return "The stream is not capturing (row K08).";
    case Refusal::legacy_stream_in_capture:
      return "Work on the legacy stream is ordered with all blocking streams, and a capturing one must not be ordered "
             "with anything outside its capture (rows K15, K21, K22).";
    case Refusal::unsupported_in_capture:
      return "Which calls a live capture forbids depends on its mode: global mode restricts all threads, thread-local "
             "mode the capturing one, relaxed mode allows most; a few are never allowed (row K10 and table M).";
    case Refusal::wrong_device:
      return "Only streams of an event's own GPU may record it. Any stream may wait for it.";
    case Refusal::dead_handle:
      return "Destroying gives the handle back, and the next object created may get the same one (row L08).";
    case Refusal::double_free:
      return "The first free gave the bytes up; at the second they may be somebody else's.";
    case Refusal::free_of_unallocated:
      return "The pool has not handed these bytes out.";
    case Refusal::pool_exhausted_in_capture:
      return "Registering memory is a collective call of the host, so while a capture is live a registered pool hands "
             "out only what earlier work has given back.";
    case Refusal::graph_memory_outstanding:
      return "The graph allocates memory each time it is launched, and what its last launch allocated has not been "
             "freed (row A01).";
    case Refusal::memory_nodes_copied:
      return "A graph that allocates memory has its addresses for itself: it has one executable and is never copied "
             "(row A02).";
    case Refusal::topology_changed:
      return "An update changes the parameters of nodes; it cannot change which nodes and edges there are (row L06).";
    case Refusal::cyclic_graph:
      return "The edges lead in a circle, and no node of it could be the first.";
    case Refusal::conditional_body:
      return "A conditional body holds kernels, copies, fills, children and conditional nodes only, and its graph has "
             "one "
             "executable at a time and is never copied (row K19).";
    case Refusal::window_of_another_communicator:
      return "A window serves the communicator it was registered with; to another its bytes are ordinary memory.";
    case Refusal::window_covers_a_part:
      return "A window spans what was registered, not what stands at those addresses later; a collective uses it for "
             "all "
             "of its bytes or not at all.";
    case Refusal::window_without_memory:
      return "Registering pins memory for the communicator, so a window begins after its memory and ends before it.";
    case Refusal::memory_never_freed:
      return "What a graph allocates and does not free belongs to the program, and outlives graph and executable.";
    case Refusal::communicator_in_use:
      return "Windows and captured collectives refer to their communicator until they are gone themselves.";
    case Refusal::invalid_argument:
      return "";
  }
  return "";
}

std::string_view of_slug(Slug slug) {
  switch (slug) {
    case Slug::capture_borrows_eager_bytes:
    case Slug::replay_after_free:
      return "A graph keeps addresses, not references: every launch uses these bytes, whoever owns them by then.";
    case Slug::capture_bytes_cached_for_eager:
      return "A graph goes on using the memory of its own pool at every launch, whatever list it has been pushed to.";
    case Slug::replay_overwrites_live:
      return "The accesses are in order; what is wrong is whose bytes they are. A graph writes to its addresses at "
             "every launch, whoever has been given them since.";
    case Slug::output_overwritten:
      return "The accesses are in order; but these bytes hold one result at a time, and every launch and every later "
             "write replaces it.";
    case Slug::use_after_free:
      return "What is enqueued behind a release is protected by nothing, not even by record_stream.";
    case Slug::read_of_unwritten:
      return "Memory is handed out with whatever its former owner left in it.";
    case Slug::window_lifetime:
      return "A graph keeps the registration it was captured with.";
    case Slug::pool_growth:
      return "What is given back in one turn is not what the next turn takes, so each turn takes more.";
    case Slug::deadlock:
      return "A stream that waits for a value goes on when the value is there, and nothing behind it runs before.";
    case Slug::wrong_value:
      return "The accesses are in order; but the result that the read means is written later, in every execution.";
    default:
      return "";
  }
}

}  // namespace

std::string_view mechanism(const Hazard& hazard) {
  switch (hazard.question) {
    case Question::refused:
      return of_refusal(hazard.refusal);
    case Question::owner:
    case Question::lifetime:
      return of_slug(hazard.slug);
    case Question::order:
      break;
  }
  return "";
}

}  // namespace fencepost::checker

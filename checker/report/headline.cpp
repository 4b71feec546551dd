#include <fencepost/checker/report/headline.h>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

std::string launch_of(const Site& site, const Wording& words) {
  if (site.launch_line == 0) {
    return words.site(site);
  }
  return fmt::format("launch {} of \"{}\" (line {})", site.launch_number, words.names()[site.executable],
                     site.launch_line);
}

std::string_view doing(AccessMode mode) {
  switch (mode) {
    case AccessMode::read:
      return "reading";
    case AccessMode::write:
      return "writing";
    case AccessMode::update:
    case AccessMode::atomic:
      break;
  }
  return "updating";
}

/// Two accesses that nothing orders.
std::string race(const Hazard& hazard, const Wording& words) {
  const std::string first = words.site(hazard.first);
  const std::string second = words.site(hazard.second);
  const std::string before = words.first_bytes(hazard);
  const std::string after = words.second_bytes(hazard);
  const std::string_view verb = Wording::verb(hazard.second);
  switch (hazard.slug) {
    case Slug::reuse_before_last_read:
      return fmt::format("{} {} {} while {} may still be reading {}, the former owner of the same bytes.", second, verb,
                         after, first, before);
    case Slug::reuse_before_last_write:
      return fmt::format("{} {} {} while {} may still be writing {}, the former owner of the same bytes.", second, verb,
                         after, first, before);
    case Slug::read_before_write:
      return fmt::format("{} may read {} before {} has written it.", second, after, first);
    case Slug::overwrite_before_last_read:
      return fmt::format("{} may overwrite {} while {} is still reading it.", second, after, first);
    case Slug::unordered_writes:
      return fmt::format("{} and {} both write {}, and nothing says which of them comes last.", first, second, after);
    case Slug::host_staging_race:
      return fmt::format("{} touches {} while {} may still be {} it.", second, after, first, doing(hazard.first.mode));
    case Slug::capture_escape: {
      const bool first_is_captured = hazard.first.phase == Phase::captured;
      return fmt::format(
          "{} runs at once and only once, beside the capture that is live, but shares {} with {} inside it: no replay "
          "runs it again.",
          first_is_captured ? second : first, after, first_is_captured ? first : second);
    }
    default:
      return fmt::format(
          "nothing orders {} and {}, and the library does not serialise the communicator that they share.", first,
          second);
  }
}

/// A fence used across the border of a capture.
std::string fence(const Hazard& hazard, const Wording& words) {
  const std::string event = words.event(hazard.second.event);
  const std::string record = words.line(hazard.first.line);
  const std::uint32_t line = hazard.second.line;
  switch (hazard.slug) {
    case Slug::eager_wait_on_captured_fence:
      return fmt::format(
          "line {} uses {} outside any capture, but its last record ({}) was made inside a capture: the call fails "
          "({}), "
          "and no replay ever records it again.",
          line, event, record, name(hazard.status));
    case Slug::captured_wait_on_eager_fence:
      return fmt::format(
          "line {} waits inside a capture for {}, whose last record ({}) was eager: the call fails ({}) "
          "and the capture is lost.",
          line, event, record, name(hazard.status));
    case Slug::captured_wait_on_ended_capture:
      return fmt::format(
          "line {} waits inside a capture for {}, whose last record ({}) belongs to a capture that has "
          "ended: the call fails ({}) and the capture is lost.",
          line, event, record, name(hazard.status));
    default:
      return fmt::format(
          "the external wait for {} (line {}) may be satisfied by an older record: no edge of the graph "
          "puts the external record of the same launch ({}) before it.",
          event, line, record);
  }
}

/// A graph's addresses, and who owns the bytes when it is launched.
std::string baked_bytes(const Hazard& hazard, const Wording& words) {
  const std::string before = words.first_bytes(hazard);
  const std::string after = words.second_bytes(hazard);
  const std::string first = words.site(hazard.first);
  const std::string second = words.site(hazard.second);
  const std::string launch = launch_of(hazard.second, words);
  switch (hazard.slug) {
    case Slug::capture_borrows_eager_bytes:
      return fmt::format(
          "{} has the address of {} baked in, which came from an eager pool and was given back at line "
          "{}: {} may touch bytes that belong to somebody else.",
          words.graph(hazard.first.graph.exists() ? hazard.first.graph : hazard.second.graph), before,
          hazard.release_line, launch);
    case Slug::capture_bytes_cached_for_eager:
      return fmt::format(
          "{} still uses {}, bytes of a graph's pool that were pushed to an eager list at line {}: {} shares them with "
          "eager code.",
          words.graph(hazard.first.graph.exists() ? hazard.first.graph : hazard.second.graph), before,
          hazard.release_line, launch);
    case Slug::replay_after_free:
      return hazard.second.operation == OperationKind::launch
                 ? fmt::format("{} runs {}, which {} {} after it was freed at line {}.", launch, first,
                               Wording::verb(hazard.first), before, hazard.release_line)
                 : fmt::format("{} runs {}, which {} {} after it was freed at line {}.", launch, second,
                               Wording::verb(hazard.second), after, hazard.release_line);
    case Slug::replay_overwrites_live:
      return fmt::format("{} {} {}, but the bytes hold what {} wrote there as {} in {}.", second,
                         Wording::verb(hazard.second), after, first, before, launch_of(hazard.first, words));
    case Slug::output_overwritten:
      return fmt::format("{} means an earlier result in {}, but {} has replaced it by then{}.", second, after, first,
                         hazard.first.launch_line == 0 ? "" : ", in " + launch_of(hazard.first, words));
    default:
      return fmt::format("{} runs with parameters that are out of date: {} was meant.", launch, after);
  }
}

std::string lifetime(const Hazard& hazard, const Wording& words) {
  const std::string second = words.site(hazard.second);
  const std::string after = words.second_bytes(hazard);
  switch (hazard.slug) {
    case Slug::use_before_alloc:
      return fmt::format("{} {} {}, and nothing orders it behind its allocation at line {}.", second,
                         Wording::verb(hazard.second), after, hazard.first.line);
    case Slug::use_after_free:
      if (hazard.second.operation == OperationKind::release || hazard.second.operation == OperationKind::unmap) {
        return fmt::format("line {} {} {} while {} may still be {} it.", hazard.second.line,
                           Wording::verb(hazard.second), after, words.site(hazard.first), doing(hazard.first.mode));
      }
      return fmt::format("{} uses {} after it was {} at line {}.", second, after,
                         hazard.first.operation == OperationKind::unmap ? "unmapped" : "freed",
                         hazard.release_line != 0 ? hazard.release_line : hazard.first.line);
    case Slug::double_free:
      return fmt::format("line {} frees {}, which line {} had freed already.", hazard.second.line, after,
                         hazard.first.line != 0 ? hazard.first.line : hazard.release_line);
    case Slug::read_of_unwritten:
      return fmt::format("{} {} {}, which nothing has written since it was handed out.", second,
                         Wording::verb(hazard.second), after);
    case Slug::leak:
      return hazard.question == Question::refused
                 ? fmt::format(
                       "{}, allocated by a graph at line {}, is never given back, and line {} destroys what "
                       "could have launched the graph again.",
                       after, hazard.first.line, hazard.second.line)
                 : fmt::format("{} is never given back.", after);
    case Slug::pool_growth:
      return fmt::format("the pool behind {} grows with every turn of the loop (line {}).", after, hazard.second.line);
    case Slug::pool_exhausted_in_capture:
      return fmt::format("the pool has no free bytes for {} at line {} and may not grow inside a capture.", after,
                         hazard.second.line);
    default:
      return fmt::format("{} breaks the rules of graphs that allocate memory: the call fails ({}).",
                         words.line(hazard.second.line, true), name(hazard.status));
  }
}

std::string capture(const Hazard& hazard, const Wording& words) {
  const std::uint32_t line = hazard.second.line;
  const std::string graph = words.graph(hazard.second.graph.exists() ? hazard.second.graph : hazard.first.graph);
  switch (hazard.slug) {
    case Slug::capture_unjoined:
      return fmt::format(
          "the capture of {} ends at line {} while {} has work that was never joined to its origin: the call fails "
          "({}) and there is no graph.",
          graph, line, hazard.first.stream.exists() ? words.stream(hazard.first.stream) : "another stream",
          name(hazard.status));
    case Slug::capture_merged:
      return fmt::format("line {} would join two captures that are both live: the call fails ({}) and both are lost.",
                         line, name(hazard.status));
    default:
      return fmt::format(
          "{} is not allowed while the capture of {} is live: the call fails ({}) and the capture is lost.",
          words.line(line, true), graph, name(hazard.status));
  }
}

/// A window outside its life, or not fit for the collective that uses it.
std::string window(const Hazard& hazard, const Wording& words) {
  const std::string second = words.site(hazard.second);
  const std::string after = words.second_bytes(hazard);
  const std::uint32_t line = hazard.second.line;
  switch (hazard.refusal) {
    case model::Refusal::window_covers_a_part:
      return fmt::format("{} touches {}, and the window registered at line {} covers only a part of those bytes.",
                         second, after, hazard.first.line);
    case model::Refusal::window_of_another_communicator:
      return fmt::format("{} touches {}, whose window (line {}) was registered with another communicator.", second,
                         after, hazard.first.line);
    case model::Refusal::window_without_memory:
      return fmt::format("line {} {} the window of {}, whose memory was freed at line {}.", line,
                         hazard.second.operation == OperationKind::register_window ? "registers" : "deregisters", after,
                         hazard.first.line);
    default:
      break;
  }
  if (hazard.slug == Slug::window_mismatch) {
    return fmt::format("{} uses a window of {} whose registration differs between ranks.", second, after);
  }
  if (hazard.question == Question::order) {
    const bool used_later = hazard.first.operation == OperationKind::deregister_window;
    return fmt::format("line {} ends the window of {} while {} may still use it.",
                       used_later ? hazard.first.line : line, after, used_later ? second : words.site(hazard.first));
  }
  return fmt::format("{} runs {}, which uses the window of {}; it ended at {}.", launch_of(hazard.second, words),
                     words.site(hazard.first), after, words.line(hazard.release_line, true));
}

std::string remainder(const Hazard& hazard, const Wording& words) {
  const std::string second = words.site(hazard.second);
  switch (hazard.slug) {
    case Slug::dead_handle:
      return fmt::format(
          "{} uses a handle that was destroyed{}: the call fails ({}).", words.line(hazard.second.line, true),
          hazard.first.line != 0 ? " at " + words.line(hazard.first.line, true) : "", name(hazard.status));
    case Slug::window_lifetime:
    case Slug::window_mismatch:
      return window(hazard, words);
    case Slug::collective_mismatch:
      return fmt::format("{} meets a different collective on another rank.", second);
    case Slug::deadlock:
      return hazard.first.line == 0
                 ? fmt::format("{} waits for ever: nothing writes the value it waits for to {}.", second,
                               words.second_bytes(hazard))
                 : fmt::format("{} waits for ever: {}, which would write the value it waits for, runs only after it.",
                               second, words.site(hazard.first));
    case Slug::teardown_order:
      return fmt::format("{} destroys what line {} still needs.", second, hazard.first.line);
    case Slug::wrong_device:
      return fmt::format("line {} records {} on {}, which belongs to another GPU: the call fails ({}).",
                         hazard.second.line, words.event(hazard.second.event), words.stream(hazard.second.stream),
                         name(hazard.status));
    case Slug::wrong_value:
      return fmt::format("{} means a result in {} that does not exist yet: the newest is that of {}{}.", second,
                         words.second_bytes(hazard), words.site(hazard.first),
                         hazard.first.launch_line == 0 ? "" : " in " + launch_of(hazard.first, words));
    default:
      return fmt::format("{} is refused: {}.", words.line(hazard.second.line, true), name(hazard.status));
  }
}

}  // namespace

std::string headline(const Hazard& hazard, const Wording& words) {
  switch (hazard.slug) {
    case Slug::reuse_before_last_read:
    case Slug::reuse_before_last_write:
    case Slug::read_before_write:
    case Slug::overwrite_before_last_read:
    case Slug::unordered_writes:
    case Slug::host_staging_race:
    case Slug::capture_escape:
    case Slug::communicator_race:
      return race(hazard, words);
    case Slug::eager_wait_on_captured_fence:
    case Slug::captured_wait_on_eager_fence:
    case Slug::captured_wait_on_ended_capture:
    case Slug::stale_external_record:
      return fence(hazard, words);
    case Slug::capture_borrows_eager_bytes:
    case Slug::capture_bytes_cached_for_eager:
    case Slug::replay_after_free:
    case Slug::replay_overwrites_live:
    case Slug::output_overwritten:
    case Slug::stale_graph_parameters:
      return baked_bytes(hazard, words);
    case Slug::use_before_alloc:
    case Slug::use_after_free:
    case Slug::double_free:
    case Slug::read_of_unwritten:
    case Slug::leak:
    case Slug::pool_growth:
    case Slug::pool_exhausted_in_capture:
    case Slug::memory_node_misuse:
      return lifetime(hazard, words);
    case Slug::capture_unjoined:
    case Slug::capture_merged:
    case Slug::capture_invalidated:
      return capture(hazard, words);
    default:
      return remainder(hazard, words);
  }
}

std::string headline(const Note& note, const Wording& words) {
  switch (note.kind) {
    case Note::Kind::redundant_wait:
      return fmt::format("line {}: the wait for {} orders nothing that was not ordered already.", note.line,
                         words.event(note.event));
    case Note::Kind::void_wait:
      return fmt::format("line {}: the wait for {} orders nothing, since nothing has recorded it yet.", note.line,
                         words.event(note.event));
    case Note::Kind::unprotected_release:
      return fmt::format("line {}: {} is freed while {} may still use it, and nobody has got its bytes yet.", note.line,
                         words.buffer(note.buffer), words.stream(note.stream));
    case Note::Kind::latent_hand_over:
      return fmt::format(
          "line {}: the pool was allowed to hand out the bytes of {}, freed at line {}, while {} may still use them; "
          "this "
          "time it took others.",
          note.line, words.buffer(note.buffer), note.other_line, words.stream(note.stream));
    case Note::Kind::empty_capture:
      return fmt::format("line {}: the capture of {} recorded nothing.", note.line, words.graph(note.graph));
    case Note::Kind::concurrent_communicators:
      return fmt::format(
          "lines {} and {}: collectives of two communicators may run at the same time; they can block "
          "each other.",
          note.other_line, note.line);
    case Note::Kind::unordered_free:
      return fmt::format("line {}: the free of {} is not ordered behind its last use.", note.line,
                         words.buffer(note.buffer));
  }
  return "";
}

}  // namespace fencepost::checker

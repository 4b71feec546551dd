#include <fencepost/checker/report/near_miss_text.h>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

std::string missing_edge(const NearMissText& text, const std::string& event) {
  if (text.record_line != 0) {
    return fmt::format("{} is recorded at line {}, behind the first access, but {} never waits for it.", event,
                       text.record_line, text.second_place);
  }
  return fmt::format("{} never waits for anything that comes after line {}.", text.second_place, text.first_line);
}

std::string lower_sentence(const NearMissText& text, const std::string& event) {
  switch (text.kind) {
    case NearMiss::none:
      return "";
    case NearMiss::missing_edge:
      return missing_edge(text, event);
    case NearMiss::stale_record:
      return fmt::format(
          "line {} goes by the record of {} at line {}, which was made before the first access: it covers what came "
          "before it, and not line {}.",
          text.wait_line, event, text.record_line, text.first_line);
    case NearMiss::stale_external:
      return fmt::format(
          "{} is recorded at line {} and waited for at line {}, at least one of them external: inside a graph that "
          "is no edge, and the wait may be satisfied by the record of an earlier launch.",
          event, text.record_line, text.wait_line);
    case NearMiss::wrong_stream:
      return fmt::format(
          "the wait for {} at line {} covers the first access, but it is made on a stream that {} does "
          "not follow.",
          event, text.wait_line, text.second_place);
    case NearMiss::captured_only_fence:
      return fmt::format(
          "{} was recorded at line {} inside a capture: there it is an edge of the graph and nothing "
          "more, and the wait at line {} cannot use it.",
          event, text.record_line, text.wait_line);
    case NearMiss::edge_lost_at_border:
      return fmt::format(
          "the two were captured in order, but into graphs that are launched separately: an edge of a "
          "capture does not leave it, and nothing orders the launch at line {} behind the one at line "
          "{}.",
          text.second_launch_line, text.first_launch_line);
    case NearMiss::unrecorded_event:
      return fmt::format("the wait for {} at line {} finds no record that has taken place, so it waits for nothing.",
                         event, text.wait_line);
  }
  return "";
}

}  // namespace

std::string near_miss_sentence(const NearMissText& text, const Names& names) {
  const std::string event =
      text.event.exists() ? fmt::format("event \"{}\"", names[text.event]) : std::string("an event");
  std::string sentence = lower_sentence(text, event);
  if (!sentence.empty() && sentence.front() >= 'a' && sentence.front() <= 'z') {
    sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
  }
  return sentence;
}

}  // namespace fencepost::checker

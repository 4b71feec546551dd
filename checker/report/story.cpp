#include <fencepost/checker/report/story.h>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

std::string pool_of(const model::Generation& owner, const Wording& words) {
  if (!owner.pooled) {
    return "";
  }
  const std::string pool =
      owner.pool.exists() ? fmt::format(" from pool {}", words.names()[owner.pool]) : std::string(" from the default pool");
  return owner.home_stream.exists() ? fmt::format("{} for {}", pool, words.stream(owner.home_stream)) : pool;
}

std::string tenure(const model::Generation& owner, const Wording& words, std::string_view verb) {
  std::string sentence = fmt::format("{} ({}) was {} at line {}{}", words.buffer(owner.buffer),
                                     size_in_words(owner.hi - owner.lo), verb, owner.allocate_line, pool_of(owner, words));
  if (owner.release_line != 0) {
    sentence += fmt::format(" and freed at line {}", owner.release_line);
  }
  return sentence + ".";
}

std::string missing_edge(const Hazard& hazard, const Wording& words) {
  const std::string where = words.place(hazard.second);
  if (hazard.near_miss_record_line != 0) {
    return fmt::format("{} is recorded at line {} behind the first access, but {} never waits for it.",
                       words.event(hazard.near_miss_event), hazard.near_miss_record_line, where);
  }
  return fmt::format("{} never waits for anything that comes after line {}.", where, hazard.first.line);
}

std::string near_miss_sentence(const Hazard& hazard, const Wording& words) {
  const std::string event = words.event(hazard.near_miss_event);
  const std::uint32_t wait = hazard.near_miss_line;
  const std::uint32_t record = hazard.near_miss_record_line;
  switch (hazard.near_miss) {
    case NearMiss::none:
      return "";
    case NearMiss::missing_edge:
      return missing_edge(hazard, words);
    case NearMiss::stale_record:
      return fmt::format("The wait for {} at line {} is bound to the record at line {}, which comes before the first "
                         "access: it covers everything up to there and not line {}.",
                         event, wait, record, hazard.first.line);
    case NearMiss::stale_external:
      return fmt::format("{} is recorded at line {} and waited for at line {}, both external: inside one graph that is "
                         "no edge, and the wait may see the record of an earlier launch.",
                         event, record, wait);
    case NearMiss::wrong_stream:
      return fmt::format("The wait for {} at line {} covers the first access, but it is made on a stream that {} does "
                         "not follow.",
                         event, wait, words.place(hazard.second));
    case NearMiss::captured_only_fence:
      return fmt::format("{} was recorded at line {} inside a capture. There it is an edge of the graph and nothing "
                         "more; outside nobody can wait for it (line {}).",
                         event, record, wait);
    case NearMiss::edge_lost_at_border:
      return fmt::format("The two were captured in order, but into two launches; an edge inside a capture does not reach "
                         "across, and the launch at line {} is not ordered behind the one at line {}.",
                         hazard.second.launch_line, hazard.first.launch_line);
    case NearMiss::unrecorded_event:
      return fmt::format("The wait for {} at line {} finds no record that has taken place, so it waits for nothing.",
                         event, wait);
  }
  return "";
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

}  // namespace

std::vector<std::string> owners(const Hazard& hazard, const Wording& words) {
  std::vector<std::string> result;
  const model::Generation* first = words.generation(hazard.first.generation);
  const model::Generation* second = words.generation(hazard.second.generation);
  if (first != nullptr && first->pooled) {
    result.push_back(tenure(*first, words, "allocated"));
  }
  if (second != nullptr && second->pooled && second != first) {
    const bool handed_on = first != nullptr && first->region == second->region && first->lo < second->hi &&
                           second->lo < first->hi && first->release_line != 0;
    result.push_back(tenure(*second, words, handed_on ? "given the same bytes" : "allocated"));
  }
  if (result.empty() && hazard.release_line != 0) {
    result.push_back(fmt::format("The bytes were given back at line {}.", hazard.release_line));
  }
  if (!result.empty() && hazard.hand_over_line != 0 && second == first) {
    result.push_back(fmt::format("They were handed out again at line {}.", hazard.hand_over_line));
  }
  return result;
}

std::vector<std::string> reasons(const Hazard& hazard, const Wording& words) {
  std::vector<std::string> result;
  const bool about_two_accesses = !hazard.bad_order.empty();
  if (about_two_accesses) {
    result.push_back(hazard.common_line == 0
                         ? std::string("Nothing comes before both of them.")
                         : fmt::format("The last point that comes before both is {}.",
                                       words.line(hazard.common_line, true)));
  }
  if (about_two_accesses || hazard.question == Question::order) {
    if (std::string sentence = near_miss_sentence(hazard, words); !sentence.empty()) {
      result.push_back(capitalised(std::move(sentence)));
    }
  }
  if (hazard.latent) {
    result.push_back(
        "The pool's rules permit the hand-over, but this run placed the bytes elsewhere: the fault is latent.");
  }
  return result;
}

std::vector<std::string> evidence(const Hazard& hazard) {
  std::vector<std::string> result;
  if (hazard.question == Question::refused) {
    result.push_back("the call's own rules; it fails in every order");
  } else {
    result.push_back("every device order of this host order and this placement was considered");
  }
  if (hazard.occurrences > 1) {
    result.push_back(fmt::format("found {} times (launches or iterations); the first is shown", grouped(hazard.occurrences)));
  }
  return result;
}

}  // namespace fencepost::checker

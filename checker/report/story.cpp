#include <fencepost/checker/report/near_miss_text.h>
#include <fencepost/checker/report/story.h>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

std::string pool_of(const model::Generation& owner, const Wording& words) {
  if (!owner.pooled) {
    return "";
  }
  const std::string pool = owner.pool.exists() ? fmt::format(" from pool {}", words.names()[owner.pool])
                                               : std::string(" from the default pool");
  return owner.home_stream.exists() ? fmt::format("{} for {}", pool, words.stream(owner.home_stream)) : pool;
}

std::string tenure(const model::Generation& owner, const Wording& words, std::string_view verb) {
  std::string sentence =
      fmt::format("{} ({}) was {} at line {}{}", words.buffer(owner.buffer), size_in_words(owner.hi - owner.lo), verb,
                  owner.allocate_line, pool_of(owner, words));
  if (owner.release_line != 0) {
    sentence += fmt::format(" and freed at line {}", owner.release_line);
  }
  return sentence + ".";
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
    result.push_back(hazard.common_line == 0 ? std::string("Nothing comes before both of them.")
                                             : fmt::format("The last point that comes before both is {}.",
                                                           words.line(hazard.common_line, true)));
  }
  if (about_two_accesses || hazard.question == Question::order) {
    std::string sentence = near_miss_sentence(
        {hazard.near_miss, hazard.near_miss_line, hazard.near_miss_record_line, hazard.near_miss_event,
         hazard.first.line, hazard.first.launch_line, hazard.second.launch_line, words.place(hazard.second)},
        words.names());
    if (!sentence.empty()) {
      result.push_back(std::move(sentence));
    }
  }
  if (hazard.latent) {
    result.push_back(
        "The pool's rules permit the hand-over, but this run placed the bytes elsewhere: the fault is latent.");
  }
  return result;
}

std::vector<std::string> evidence(const Hazard& hazard, const Wording& words) {
  std::vector<std::string> result;
  if (hazard.question == Question::refused) {
    result.emplace_back("The call's own rules: it fails in every order.");
  } else {
    result.emplace_back("Every device order of this host order and this placement was considered.");
  }
  if (hazard.occurrences > 1) {
    result.push_back(
        fmt::format("Found {} times (launches or iterations); the first is shown.", grouped(hazard.occurrences)));
  }
  if (is_collective(hazard.first.operation) || is_collective(hazard.second.operation)) {
    result.emplace_back(
        "Taken as simpler than it is: a collective touches all of its bytes from its start to its end.");
  }
  for (const Site* site : {&hazard.first, &hazard.second}) {
    const model::Generation* owner = words.generation(site->generation);
    if (owner == nullptr) {
      continue;
    }
    if (site->operation == OperationKind::release && owner->pooled && owner->pool_kind == PoolKind::raw) {
      result.emplace_back("Not relied upon: a raw free often waits for the device, but nothing promises it (row S01).");
    }
    if (site->operation == OperationKind::copy && owner->memory == MemoryKind::pageable) {
      result.emplace_back(
          "Not relied upon: a copy of pageable memory may be synchronous, but nothing promises it (rows S06, S07).");
    }
  }
  return result;
}

}  // namespace fencepost::checker

#include <fencepost/checker/report/mechanism.h>
#include <fencepost/checker/report/near_miss_text.h>
#include <fencepost/checker/report/story.h>

#include <algorithm>
#include <utility>

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

/// Two nodes of one launch whose graph was built node by node, and not captured.
bool is_about_built_nodes(const Hazard& hazard) {
  return hazard.first.launch_line != 0 && hazard.first.execution == hazard.second.execution &&
         !hazard.first.stream.exists() && !hazard.second.stream.exists();
}

bool share_bytes(const model::Generation& a, const model::Generation& b) {
  return a.region == b.region && a.lo < b.hi && b.lo < a.hi;
}

/// Who got bytes of `owner` next; null when nobody did.
const model::Generation* next_owner(const model::Generation& owner, const Wording& words) {
  if (owner.release_line == 0) return nullptr;
  const auto& all = words.report().generations;
  const auto next = std::ranges::find_if(all, [&](const model::Generation& other) {
    return &other != &owner && other.allocate_line > owner.release_line && share_bytes(owner, other);
  });
  return next == all.end() ? nullptr : &*next;
}

}  // namespace

std::vector<std::string> owners(const Hazard& hazard, const Wording& words) {
  std::vector<std::string> result;
  const model::Generation* earlier = words.generation(hazard.first.generation);
  const model::Generation* later = words.generation(hazard.second.generation);
  if (earlier != nullptr && later != nullptr && later->allocate_line < earlier->allocate_line) {
    std::swap(earlier, later);
  }
  if (earlier != nullptr && earlier->pooled) {
    result.push_back(tenure(*earlier, words, "allocated"));
  }
  if (later == nullptr || later == earlier) {
    later = earlier == nullptr ? nullptr : next_owner(*earlier, words);
  }
  if (later != nullptr && later->pooled) {
    const bool handed_on = earlier != nullptr && earlier->release_line != 0 && share_bytes(*earlier, *later);
    result.push_back(tenure(*later, words, handed_on ? "given the same bytes" : "allocated"));
  }
  if (result.empty() && hazard.release_line != 0 && hazard.slug != Slug::window_lifetime) {
    result.push_back(fmt::format("The bytes were given back at line {}.", hazard.release_line));
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
  if (const std::string_view rule = mechanism(hazard); !rule.empty()) {
    result.emplace_back(rule);
  }
  if (is_about_built_nodes(hazard)) {
    result.push_back(
        fmt::format("No path of edges in {} leads from line {} to line {}, and the order in which nodes "
                    "are added promises nothing.",
                    words.graph(hazard.second.graph), hazard.first.line, hazard.second.line));
  } else if (about_two_accesses || hazard.question == Question::order) {
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
    result.emplace_back(hazard.status == Status::success
                            ? "The calls' own rules: it succeeds, and is wrong in every order."
                            : "The call's own rules: it fails in every order.");
  } else {
    result.emplace_back("Every device order of this host order and this placement was considered.");
  }
  for (const BoundedLoop& loop : words.report().loops) {
    if (loop.period != 0) {
      result.push_back(
          fmt::format("Every number of turns of the loop at line {}: {} were played, and the state recurs after {}.",
                      loop.line, grouped(loop.turns), counted(loop.period, "turn")));
    }
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

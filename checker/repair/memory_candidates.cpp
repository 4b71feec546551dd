#include <fencepost/checker/repair/candidate_list.h>

#include <fmt/format.h>

namespace fencepost::checker {

void suggest_longer_tenure(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const model::Generation* owner = list.first_owner();
  const std::uint32_t release = hazard.release_line;
  if (owner == nullptr || release == 0) {
    return;
  }
  const std::string buffer = list.text().buffer(owner->buffer);
  const StreamId user = hazard.first.stream;
  if (owner->pooled && user.exists() && user != owner->home_stream) {
    list.add(fmt::format("tell the pool that {} uses {}, so that it hands the bytes out later",
                         list.text().stream(user), buffer),
             0, {list.insert_before(release, list.text().record_stream(owner->buffer, user, hazard.first.thread))});
  }
  if (hazard.second.launch_line == 0) {
    list.move_behind(fmt::format("free {} only after line {}", buffer, hazard.second.line), release,
                     hazard.second.line);
  }
}

namespace {

/// The second end's tensor outlives the capture whose pool its bytes came from.
void suggest_memory_outside_graphs(CandidateList& list) {
  const model::Generation* owner = list.second_owner();
  if (owner == nullptr || owner->allocate_line == 0 || list.hazard().second.launch_line != 0) {
    return;
  }
  const StatementText& text = list.text();
  const std::uint32_t line = owner->allocate_line;
  if (const auto capture = list.map().capture_around(line)) {
    list.move_before(fmt::format("allocate {} before the capture", text.buffer(owner->buffer)), line, capture->begin);
  } else {
    list.add(fmt::format("allocate {} from a pool that no graph uses", text.buffer(owner->buffer)), 0,
             {CandidateList::replace(line, text.with_option(line, "pool", ""))});
  }
}

}  // namespace

void suggest_clearing(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const model::Generation* owner = list.second_owner();
  if (owner == nullptr || !owner->home_stream.exists() || owner->allocate_line == 0) {
    return;
  }
  const StatementText& text = list.text();
  list.add(fmt::format("clear {} when it is handed out", text.buffer(owner->buffer)), 0,
           {list.insert_after(owner->allocate_line,
                              text.fill(owner->buffer, hazard.second_lo, hazard.second_hi, owner->hi - owner->lo,
                                        owner->home_stream, hazard.second.thread))});
}

void suggest_memory_for_graph(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const GraphId graph = list.graph();
  const model::Generation* owner = list.first_owner();
  const auto capture = owner == nullptr ? std::nullopt : list.map().capture_around(owner->allocate_line);
  if (capture && capture->graph == graph) {
    list.add(fmt::format("allocate {} from the capture's own pool", list.text().buffer(owner->buffer)), 0,
             {CandidateList::replace(owner->allocate_line, list.text().with_option(owner->allocate_line, "pool", ""))});
  }
  if (hazard.slug == Slug::replay_overwrites_live) {
    suggest_memory_outside_graphs(list);
  }
  const std::uint32_t release = hazard.release_line;
  const auto last = graph.exists() ? list.map().last_launch(graph) : std::nullopt;
  if (release == 0 || !last) {
    return;
  }
  const std::uint32_t behind = list.map().after_loops(last->line, release);
  const std::string later =
      fmt::format("free {} only after the last launch of the graph", list.text().buffer(list.hazard().first_buffer));
  list.move_behind(later, release, behind);
  list.add(later + ", and when that is done", 1,
           {CandidateList::remove(release),
            list.insert_after(behind, list.text().synchronize_stream(last->stream, hazard.second.thread)),
            list.insert_after(behind, list.text().moved(release))});
}

void suggest_lifetime(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const std::uint32_t use = hazard.second.line;
  if (hazard.slug == Slug::double_free) {
    list.add("do not free it a second time", 0, {CandidateList::remove(use)});
    return;
  }
  const std::uint32_t end = hazard.slug == Slug::dead_handle ? hazard.first.line : hazard.release_line;
  if (end == 0) {
    return;
  }
  const std::uint32_t behind = list.map().after_loops(use, end);
  if (hazard.second.launch_line == 0) {
    list.move_behind(
        fmt::format("{} only after line {}", hazard.slug == Slug::dead_handle ? "destroy it" : "free it", behind), end,
        behind);
  }
}

}  // namespace fencepost::checker

#include <fencepost/checker/repair/candidates.h>

#include <utility>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

/// Where one end of a hazard can be reached by host calls: behind or in front of `line`.
struct Place {
  std::uint32_t line = 0;
  StreamId stream;
  ThreadId thread;
};

class Candidates {
 public:
  Candidates(const Hazard& hazard, const ScheduleMap& map, const StatementText& text,
             std::span<const model::Generation> generations)
      : hazard_(hazard), map_(map), text_(text), generations_(generations) {
    const Site& first = hazard.first;
    const Site& second = hazard.second;
    const bool one_launch = first.launch_line != 0 && first.execution == second.execution;
    first_ = place(first, one_launch);
    second_ = place(second, one_launch);
  }

  std::vector<Fix> take() { return std::move(fixes_); }

  /// For two accesses that nothing orders.
  void order_the_ends() {
    if (hazard_.first.line == 0 || hazard_.second.line == 0) {
      return;
    }
    if (!second_.stream.exists()) {
      synchronize_the_host();
      return;
    }
    if (hazard_.near_miss == NearMiss::stale_external) {
      drop_external();
    }
    if (hazard_.near_miss == NearMiss::stale_record) {
      record_again_later();
    }
    const bool known_record = hazard_.near_miss_record_line > first_.line && hazard_.near_miss_event.exists();
    if (known_record && (hazard_.near_miss == NearMiss::wrong_stream || hazard_.near_miss == NearMiss::missing_edge)) {
      wait_for_known_event();
    }
    if (first_.stream.exists() && first_.stream != second_.stream) {
      add_edge();
    }
  }

  void protect_the_release() {
    const model::Generation* owner = generation(hazard_.first.generation);
    const std::uint32_t release = hazard_.release_line;
    if (owner == nullptr || release == 0) {
      return;
    }
    if (owner->pooled && first_.stream.exists() && first_.stream != owner->home_stream) {
      add(fmt::format("let the pool know that {} is used on the first access's stream", text_.buffer(owner->buffer)), 0,
          {insert_before(release, text_.record_stream(owner->buffer, hazard_.first.stream, hazard_.first.thread))});
    }
    if (hazard_.second.launch_line == 0) {
      move("free later: behind the later access", release, hazard_.second.line);
    }
  }

  /// A free that comes before a launch of the graph that has the address baked in.
  void release_after_the_last_launch() {
    const GraphId graph = hazard_.second.graph.exists() ? hazard_.second.graph : hazard_.first.graph;
    const std::uint32_t last = graph.exists() ? map_.last_launch(graph) : 0;
    if (hazard_.release_line != 0 && last != 0) {
      move("free later: behind the last launch of the graph", hazard_.release_line,
           map_.after_loops(last, hazard_.release_line));
    }
  }

  void allocate_from_the_graphs_pool() {
    const model::Generation* owner = generation(hazard_.first.generation);
    const GraphId graph = hazard_.first.graph.exists() ? hazard_.first.graph : hazard_.second.graph;
    const auto capture = owner == nullptr ? std::nullopt : map_.capture_around(owner->allocate_line);
    if (capture && capture->graph == graph) {
      add("allocate from the pool of the capture", 0,
          {replace(owner->allocate_line, text_.with_option(owner->allocate_line, "pool", ""))});
    }
  }

  void use_before_the_release() {
    if (hazard_.release_line != 0 && hazard_.second.launch_line == 0) {
      move("free later: behind the last use", hazard_.release_line,
           map_.after_loops(hazard_.second.line, hazard_.release_line));
    }
  }

  void remove_the_second() { add("do not do it a second time", 0, {remove(hazard_.second.line)}); }

  void destroy_after_use() {
    if (hazard_.first.line != 0) {
      move("destroy later: behind the last use", hazard_.first.line,
           map_.after_loops(hazard_.second.line, hazard_.first.line));
    }
  }

  void record_eagerly() {
    if (!hazard_.second.event.exists() || hazard_.first.line == 0) {
      return;
    }
    const std::string event = text_.event(hazard_.second.event);
    const auto capture = map_.capture_around(hazard_.first.line);
    const auto launch = capture ? map_.last_launch_before(hazard_.second.line, capture->graph) : std::nullopt;
    if (launch) {
      add("record the event eagerly, behind the launch", 0,
          {insert_after(launch->line, text_.record(event, launch->stream, hazard_.second.thread))});
      add("make the captured record external, so that every launch performs it", 0,
          {replace(hazard_.first.line, text_.with_flag(hazard_.first.line, "external"))});
    }
    add("record the event eagerly before it is waited for", 0,
        {insert_before(hazard_.second.line, text_.record(event, hazard_.first.stream, hazard_.second.thread))});
  }

  void wait_from_inside_the_capture() {
    if (!hazard_.second.event.exists()) {
      return;
    }
    const auto capture = map_.capture_around(hazard_.second.line);
    if (capture && capture->origin != hazard_.second.stream) {
      add("record the event inside the capture before it is waited for", 0,
          {insert_before(hazard_.second.line,
                         text_.record(text_.event(hazard_.second.event), capture->origin, hazard_.second.thread))});
    }
    add("make the captured wait external", 0,
        {replace(hazard_.second.line, text_.with_flag(hazard_.second.line, "external"))});
  }

  void join_before_the_end() {
    const auto capture = map_.capture_around(hazard_.second.line);
    if (!capture || !hazard_.first.stream.exists()) {
      return;
    }
    const std::string event = text_.fresh_event();
    add("join the stream to the capture's origin before the capture ends", 1,
        {insert_before(text_.declarations_line(), StatementText::declare_event(event)),
         insert_before(capture->end, text_.record(event, hazard_.first.stream, hazard_.second.thread)),
         insert_before(capture->end, text_.wait(event, capture->origin, hazard_.second.thread))});
  }

  void move_behind_the_capture() {
    const auto capture = map_.capture_around(hazard_.second.line);
    if (capture && capture->end != hazard_.second.line && capture->end != 0) {
      move("do it after the capture", hazard_.second.line, capture->end);
    }
  }

 private:
  static Place place(const Site& site, bool inside_the_launch) {
    if (site.launch_line != 0 && !inside_the_launch) {
      return {site.launch_line, site.launch_stream, site.thread};
    }
    return {site.line, site.phase == Phase::host ? StreamId{} : site.stream, site.thread};
  }

  [[nodiscard]] const model::Generation* generation(model::GenerationId id) const {
    return id.exists() && id.index() < generations_.size() ? &generations_[id.index()] : nullptr;
  }

  Edit insert_before(std::uint32_t line, std::string text) const {
    const bool is_declaration = line == text_.declarations_line();
    const std::string_view indentation = is_declaration ? "" : text_.indentation(line);
    return {Edit::Kind::insert_before, line, std::string(indentation) + std::move(text)};
  }
  Edit insert_after(std::uint32_t line, std::string text) const {
    return {Edit::Kind::insert_before, line + 1, std::string(text_.indentation(line)) + std::move(text)};
  }
  static Edit replace(std::uint32_t line, std::string text) { return {Edit::Kind::replace, line, std::move(text)}; }
  static Edit remove(std::uint32_t line) { return {Edit::Kind::remove, line, ""}; }

  void add(std::string summary, std::uint32_t waits, std::vector<Edit> edits) {
    Fix fix;
    fix.edits = std::move(edits);
    fix.waits_added = waits;
    fix.summary = std::move(summary);
    fixes_.push_back(std::move(fix));
  }

  /// The statement of `from` goes behind line `to`.
  void move(std::string summary, std::uint32_t from, std::uint32_t to) {
    if (from != 0 && to != 0 && from != to) {
      add(std::move(summary), 0, {remove(from), insert_after(to, std::string(text_.statement(from)))});
    }
  }

  void synchronize_the_host() {
    const std::string event = text_.fresh_event();
    if (!first_.stream.exists()) {
      return;
    }
    add("let the host wait for the first access", 1,
        {insert_before(text_.declarations_line(), StatementText::declare_event(event)),
         insert_after(first_.line, text_.record(event, first_.stream, first_.thread)),
         insert_before(second_.line, text_.synchronize_event(event, second_.thread))});
    add("let the host wait for the stream of the first access", 1,
        {insert_before(second_.line, text_.synchronize_stream(first_.stream, second_.thread))});
  }

  void drop_external() {
    const std::uint32_t record = hazard_.near_miss_record_line;
    const std::uint32_t wait = hazard_.near_miss_line;
    if (record != 0 && wait != 0) {
      add("make record and wait internal: inside one capture that is an edge", 0,
          {replace(record, text_.without_flag(record, "external")),
           replace(wait, text_.without_flag(wait, "external"))});
    }
  }

  void record_again_later() {
    const std::uint32_t record = hazard_.near_miss_record_line;
    if (record == 0 || !hazard_.near_miss_event.exists()) {
      return;
    }
    move("record the event behind the first access instead of before it", record, first_.line);
    add("record the event again, behind the first access", 0,
        {insert_after(first_.line, text_.record(text_.event(hazard_.near_miss_event), first_.stream, first_.thread))});
  }

  void wait_for_known_event() {
    const std::string event = text_.event(hazard_.near_miss_event);
    add(fmt::format("wait for {}, which is recorded already", event), 1,
        {insert_before(second_.line, text_.wait(event, second_.stream, second_.thread))});
  }

  void add_edge() {
    const std::string event = text_.fresh_event();
    add(fmt::format("wait before line {} for what line {} did", second_.line, first_.line), 1,
        {insert_before(text_.declarations_line(), StatementText::declare_event(event)),
         insert_after(first_.line, text_.record(event, first_.stream, first_.thread)),
         insert_before(second_.line, text_.wait(event, second_.stream, second_.thread))});
  }

  const Hazard& hazard_;
  const ScheduleMap& map_;
  const StatementText& text_;
  std::span<const model::Generation> generations_;
  Place first_, second_;
  std::vector<Fix> fixes_;
};

}  // namespace

std::vector<Fix> candidates(const Hazard& hazard, const ScheduleMap& map, const StatementText& text,
                            std::span<const model::Generation> generations) {
  Candidates found(hazard, map, text, generations);
  switch (hazard.slug) {
    case Slug::reuse_before_last_read:
    case Slug::reuse_before_last_write:
      found.order_the_ends();
      found.protect_the_release();
      break;
    case Slug::read_before_write:
    case Slug::overwrite_before_last_read:
    case Slug::unordered_writes:
    case Slug::stale_external_record:
    case Slug::host_staging_race:
    case Slug::communicator_race:
      found.order_the_ends();
      break;
    case Slug::capture_escape:
      found.move_behind_the_capture();
      found.order_the_ends();
      break;
    case Slug::eager_wait_on_captured_fence:
      found.record_eagerly();
      break;
    case Slug::captured_wait_on_eager_fence:
    case Slug::captured_wait_on_ended_capture:
      found.wait_from_inside_the_capture();
      break;
    case Slug::capture_borrows_eager_bytes:
    case Slug::replay_after_free:
    case Slug::replay_overwrites_live:
    case Slug::capture_bytes_cached_for_eager:
      found.allocate_from_the_graphs_pool();
      found.release_after_the_last_launch();
      found.order_the_ends();
      break;
    case Slug::use_after_free:
      found.use_before_the_release();
      break;
    case Slug::double_free:
      found.remove_the_second();
      break;
    case Slug::dead_handle:
      found.destroy_after_use();
      break;
    case Slug::capture_unjoined:
      found.join_before_the_end();
      break;
    case Slug::capture_invalidated:
      found.move_behind_the_capture();
      break;
    default:
      break;
  }
  return found.take();
}

}  // namespace fencepost::checker

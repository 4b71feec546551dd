#include <fencepost/checker/repair/candidate_list.h>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

void synchronize_the_host(CandidateList& list) {
  const Place& first = list.first();
  const Place& second = list.second();
  if (!first.stream.exists()) {
    return;
  }
  const StatementText& text = list.text();
  const std::string event = text.fresh_event();
  list.add(fmt::format("let the host wait for line {} before line {}", first.line, second.line), 1,
           {list.declare_event(event), list.insert_after(first.line, text.record(event, first.stream, first.thread)),
            list.insert_before(second.line, text.synchronize_event(event, second.thread))});
  list.add(fmt::format("let the host wait for all of {} before line {}", text.stream(first.stream), second.line), 1,
           {list.insert_before(second.line, text.synchronize_stream(first.stream, second.thread))});
}

void drop_external(CandidateList& list) {
  const std::uint32_t record = list.hazard().near_miss_record_line;
  const std::uint32_t wait = list.hazard().near_miss_line;
  if (record != 0 && wait != 0) {
    list.add("make the record and the wait internal: inside one capture that is an edge", 0,
             {CandidateList::replace(record, list.text().without_flag(record, "external")),
              CandidateList::replace(wait, list.text().without_flag(wait, "external"))});
  }
}

void record_again_later(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const std::uint32_t record = hazard.near_miss_record_line;
  if (record == 0 || !hazard.near_miss_event.exists()) {
    return;
  }
  const std::string event = list.text().event(hazard.near_miss_event);
  const std::uint32_t line = list.first().line;
  list.move_behind(fmt::format("record {} behind line {} instead of before it", event, line), record, line);
  list.add(fmt::format("record {} again, behind line {}", event, line), 0,
           {list.insert_after(line, list.text().record(event, list.first().stream, list.first().thread))});
}

void wait_for_known_event(CandidateList& list) {
  const std::string event = list.text().event(list.hazard().near_miss_event);
  const Place& second = list.second();
  list.add(fmt::format("wait on {} for {}, which is recorded already", list.text().stream(second.stream), event), 1,
           {list.insert_before(second.line, list.text().wait(event, second.stream, second.thread))});
}

void add_edge(CandidateList& list) {
  const Place& first = list.first();
  const Place& second = list.second();
  const StatementText& text = list.text();
  const std::string event = text.fresh_event();
  list.add(fmt::format("let {} wait before line {} for what line {} did", text.stream(second.stream), second.line,
                       first.line),
           1,
           {list.declare_event(event), list.insert_after(first.line, text.record(event, first.stream, first.thread)),
            list.insert_before(second.line, text.wait(event, second.stream, second.thread))});
}

/// The name by which the graph knows what a site belongs to: a node, or the part that holds it.
LabelId node_of(const CandidateList& list, const Site& site) {
  return site.operation == OperationKind::add_node ? list.map().node_at(site.line, list.graph())
                                                   : list.map().child_around(site.line, list.graph());
}

void add_edge_of_graph(CandidateList& list) {
  if (list.hazard().first.graph != list.hazard().second.graph) {
    return;
  }
  const LabelId from = node_of(list, list.hazard().first);
  const LabelId to = node_of(list, list.hazard().second);
  if (!from.exists() || !to.exists() || !list.graph().exists()) {
    return;
  }
  const std::uint32_t behind = list.map().last_node(list.graph());
  list.add("add the edge to the graph", 0, {list.insert_after(behind, list.text().edge(from, to, list.graph()))});
}

void keep_stream_order(CandidateList& list) {
  const std::uint32_t line = list.hazard().second.line;
  if (list.text().has_flag(line, "early")) {
    list.add(fmt::format("launch line {} in stream order", line), 0,
             {CandidateList::replace(line, list.text().without_flag(line, "early"))});
  }
  const std::uint32_t dropped = list.map().dependencies_dropped(list.hazard().first.line, line);
  if (dropped != 0) {
    list.add("keep the dependencies of the stream", 0, {CandidateList::remove(dropped)});
  }
}

/// Two groups in place of one: the second follows the first.
void split_group(CandidateList& list) {
  const std::uint32_t line = list.hazard().second.line;
  const ThreadId thread = list.hazard().second.thread;
  if (list.map().in_one_group(list.hazard().first.line, line)) {
    list.add(fmt::format("end the group before line {} and begin another", line), 0,
             {list.insert_before(line, list.text().group_end(thread)),
              list.insert_before(line, list.text().group_begin(thread))});
  }
}

}  // namespace

void suggest_order(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  if (list.first().line == 0 || list.second().line == 0) {
    return;
  }
  add_edge_of_graph(list);
  split_group(list);
  keep_stream_order(list);
  if (!list.second().stream.exists()) {
    synchronize_the_host(list);
    return;
  }
  if (hazard.near_miss == NearMiss::stale_external) {
    drop_external(list);
  }
  if (hazard.near_miss == NearMiss::stale_record) {
    record_again_later(list);
  }
  const bool known_record = hazard.near_miss_record_line > list.first().line && hazard.near_miss_event.exists();
  if (known_record && (hazard.near_miss == NearMiss::wrong_stream || hazard.near_miss == NearMiss::missing_edge)) {
    wait_for_known_event(list);
  }
  if (list.first().stream.exists() && list.first().stream != list.second().stream) {
    add_edge(list);
  }
}

}  // namespace fencepost::checker

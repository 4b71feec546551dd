/// Statements that few schedules have: early launches, groups, graphs built node by node.

#include <fencepost/properties/schedule_writer.h>

#include <string>

namespace fencepost::properties {

LabelId ScheduleWriter::fresh_label() {
  Names& names = schedule_.names();
  return names.intern<LabelTag>("k" + std::to_string(names.table<LabelTag>().size()));
}

void ScheduleWriter::early_kernel(StreamId stream, std::span<const Access> accesses) {
  Operation operation;
  operation.kind = OperationKind::kernel;
  operation.flags.early = true;
  operation.stream = stream;
  operation.label = fresh_label();
  operation.accesses = accesses;
  append(operation);
}

void ScheduleWriter::release_on(BufferId buffer, StreamId stream) {
  Operation operation = about(OperationKind::release, buffer.value);
  operation.stream = stream;
  append(operation);
}

void ScheduleWriter::group_begin() { append(about(OperationKind::group_begin)); }

void ScheduleWriter::group_end() { append(about(OperationKind::group_end)); }

void ScheduleWriter::update_dependencies(StreamId stream) {
  Operation operation;
  operation.kind = OperationKind::update_dependencies;
  operation.stream = stream;
  append(operation);
}

GraphId ScheduleWriter::create_graph() {
  Names& names = schedule_.names();
  const auto graph = names.intern<GraphTag>("g" + std::to_string(names.table<GraphTag>().size()));
  append(about(OperationKind::create_graph, graph.value));
  return graph;
}

LabelId ScheduleWriter::node(GraphId graph, std::span<const Access> accesses) {
  Operation operation = about(OperationKind::add_node, graph.value);
  operation.label = fresh_label();
  operation.accesses = accesses;
  append(operation);
  return operation.label;
}

void ScheduleWriter::edge(GraphId graph, LabelId from, LabelId to) {
  Detail detail;
  detail.node = to;
  Operation operation = about(OperationKind::add_edge, graph.value);
  operation.label = from;
  append(operation, detail);
}

void ScheduleWriter::update_node(ExecutableId executable, LabelId node, std::span<const Access> accesses) {
  Detail detail;
  detail.node = node;
  Operation operation = about(OperationKind::update_node, executable.value);
  operation.accesses = accesses;
  append(operation, detail);
}

void ScheduleWriter::set_node_enabled(ExecutableId executable, LabelId node, bool enabled) {
  Detail detail;
  detail.node = node;
  append(about(enabled ? OperationKind::enable_node : OperationKind::disable_node, executable.value), detail);
}

LabelId ScheduleWriter::part(OperationKind kind, GraphId graph, GraphId from) {
  Detail detail;
  detail.graph = from;
  Operation operation = about(kind, graph.value);
  operation.label = fresh_label();
  append(operation, detail);
  return operation.label;
}

LabelId ScheduleWriter::child(GraphId graph, GraphId from) { return part(OperationKind::add_child, graph, from); }

LabelId ScheduleWriter::conditional(GraphId graph, GraphId body) {
  return part(OperationKind::add_conditional, graph, body);
}

}  // namespace fencepost::properties

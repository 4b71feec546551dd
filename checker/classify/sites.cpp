#include <fencepost/checker/classify/sites.h>

namespace fencepost::checker {

Site captured_site(const model::GraphPlan& plan, model::NodeIndex node, AccessMode mode,
                   model::GenerationId generation) {
  const model::GraphNode& captured = plan.nodes[node];
  Site site;
  site.line = captured.line;
  site.operation = captured.operation;
  site.label = captured.label;
  site.stream = captured.captured_on;
  site.thread = captured.thread;
  site.phase = Phase::captured;
  site.mode = mode;
  site.generation = generation;
  site.event = captured.event;
  site.node = node;
  site.graph = plan.graph;
  return site;
}

Site eager_site(const EagerSite& from, model::ExecutionId execution, AccessMode mode, model::GenerationId generation) {
  Site site;
  site.line = from.line;
  site.operation = from.operation;
  site.label = from.label;
  site.stream = from.stream;
  site.thread = from.thread;
  site.phase = from.on_host ? Phase::host : Phase::eager;
  site.mode = mode;
  site.generation = generation;
  site.execution = execution;
  return site;
}

Site launch_site(const LaunchRecord& launch, GraphId graph) {
  Site site;
  site.line = launch.line;
  site.operation = OperationKind::launch;
  site.stream = launch.stream;
  site.thread = launch.thread;
  site.phase = Phase::replay;
  site.execution = launch.execution;
  site.graph = graph;
  site.executable = launch.executable;
  site.launch_number = launch.number;
  site.launch_line = launch.line;
  site.launch_stream = launch.stream;
  return site;
}

Site replayed_site(const model::GraphPlan& plan, model::NodeIndex node, const LaunchRecord& launch, AccessMode mode,
                   model::GenerationId generation) {
  Site site = captured_site(plan, node, mode, generation);
  site.phase = Phase::replay;
  site.execution = launch.execution;
  site.executable = launch.executable;
  site.launch_number = launch.number;
  site.launch_line = launch.line;
  site.launch_stream = launch.stream;
  return site;
}

Site site_of(const Party& party, const SiteTable& sites, const LaunchLog& launches) {
  if (!party.of_launch()) return eager_site(sites[party.site], party.execution, party.mode, party.generation);
  return replayed_site(party.graph->plan(), party.node, launches[party.execution], party.mode, party.generation);
}

}  // namespace fencepost::checker

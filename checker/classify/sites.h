#pragma once

/// Turns what the engine knows of an access into the end of a hazard.

#include <fencepost/checker/bytes/site_table.h>
#include <fencepost/checker/classify/launch_log.h>
#include <fencepost/checker/clocks/encounter.h>
#include <fencepost/checker/hazard.h>
#include <fencepost/model/submission.h>

namespace fencepost::checker {

/// A node where it was captured: no launch is meant.
Site captured_site(const model::GraphPlan& plan, model::NodeIndex node, AccessMode mode = AccessMode::read,
                   model::GenerationId generation = {});
/// An eager operation or host action.
Site eager_site(const EagerSite& from, model::ExecutionId execution, AccessMode mode, model::GenerationId generation);
/// A launch as a whole.
Site launch_site(const LaunchRecord& launch, GraphId graph);
/// A node as it runs in a launch.
Site replayed_site(const model::GraphPlan& plan, model::NodeIndex node, const LaunchRecord& launch,
                   AccessMode mode = AccessMode::read, model::GenerationId generation = {});
/// Either side of an encounter.
Site site_of(const Party& party, const SiteTable& sites, const LaunchLog& launches);

}  // namespace fencepost::checker

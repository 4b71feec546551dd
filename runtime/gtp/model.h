#pragma once

/// What a configuration stands for: process groups, scheduling domains, weights and the order in
/// which a microbatch uses them.

#include <fencepost/runtime/gtp/chain.h>
#include <fencepost/runtime/gtp/communicator.h>
#include <fencepost/runtime/gtp/layers.h>
#include <fencepost/runtime/gtp/scheduling_domain.h>

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::gtp {

class Model {
 public:
  /// Declares everything on the execution's device.
  explicit Model(Execution& execution);

  [[nodiscard]] Weights& weights() { return weights_; }
  [[nodiscard]] const Uses& uses() const { return uses_; }
  [[nodiscard]] std::vector<SchedulingDomain*> domains();

  /// Registers every window pool with its group, in the order of their creation.
  void register_windows(Execution& execution);
  void deregister_windows(Execution& execution);
  void destroy_communicators(Execution& execution) const;

 private:
  struct Role {
    std::string name;
    std::uint32_t module;
    std::uint32_t number;  ///< of its block's weights
    bool edge;             ///< the embedding or the output layer
    bool expert;
  };
  [[nodiscard]] static std::vector<Role> roles(const Configuration& configuration);
  const Communicator& group(Execution& execution, const std::string& name);
  WindowPool& window_pool(const Communicator& group);
  SchedulingDomain& domain(Execution& execution, bool graphed, bool expert);
  void add(Execution& execution, const Role& role);

  std::deque<Communicator> groups_;
  std::map<std::string, std::size_t> group_of_;  ///< by name
  std::deque<WindowPool> windows_;
  std::map<CommunicatorId, std::size_t> window_of_;
  std::map<std::pair<bool, bool>, SchedulingDomain> domains_;
  Weights weights_;
  Uses uses_;
};

}  // namespace fencepost::gtp

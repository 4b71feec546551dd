#include <fencepost/runtime/gtp/model.h>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

bool is_graphed(const Configuration& configuration, bool edge) {
  if (configuration.mode == GraphMode::full_iteration) return true;
  return configuration.chains == ChainMix::graphed || (configuration.chains == ChainMix::mixed && !edge);
}

}  // namespace

std::vector<Model::Role> Model::roles(const Configuration& configuration) {
  std::vector<Role> roles;
  std::uint32_t module = 0;
  if (configuration.embeddings) roles.push_back({"embedding", module++, 0, true, false});
  for (std::uint32_t block = 0; block < configuration.blocks; ++block, ++module) {
    for (std::uint32_t number = 0; number < configuration.weights_per_block; ++number) {
      const bool expert = configuration.experts && number + 1 == configuration.weights_per_block;
      roles.push_back({fmt::format("b{}w{}", block, number), module, number, false, expert});
    }
  }
  if (configuration.embeddings) roles.push_back({"output", module, 0, true, false});
  return roles;
}

Model::Model(Execution& execution) {
  for (const Role& role : roles(execution.configuration)) add(execution, role);
  for (std::size_t index = 0; index < weights_.size(); ++index) uses_.push_back(index);
  for (std::uint32_t again = 1; again < execution.configuration.repeats; ++again) uses_.push_back(weights_.size() - 1);
  if (execution.configuration.shared_first_weight) uses_.push_back(0);
}

const Communicator& Model::group(Execution& execution, const std::string& name) {
  const auto [found, added] = group_of_.try_emplace(name, groups_.size());
  if (added) groups_.emplace_back(execution, name, execution.configuration.group_size);
  return groups_[found->second];
}

SchedulingDomain& Model::domain(Execution& execution, bool graphed, bool expert) {
  const auto found = domains_.find({graphed, expert});
  if (found != domains_.end()) return found->second;
  const std::string name = expert ? "expert" : "dense";
  const Communicator& gathers = group(execution, name);
  const Communicator& reduces =
      execution.configuration.separate_communicators ? group(execution, name + ".reduce") : gathers;
  const std::string domain_name = graphed ? name : fmt::format("{}.ungraphed", name);
  SchedulingDomain& added =
      domains_.try_emplace({graphed, expert}, execution, domain_name, gathers, reduces).first->second;
  if (execution.configuration.registered_gathers) added.gather_window = &window_pool(gathers);
  if (execution.configuration.storage == Storage::registered) added.send_window = &window_pool(reduces);
  return added;
}

WindowPool& Model::window_pool(const Communicator& group) {
  const auto [found, added] = window_of_.try_emplace(group.id(), windows_.size());
  if (added) windows_.emplace_back(group, groups_.front());
  return windows_[found->second];
}

void Model::register_windows(Execution& execution) {
  for (WindowPool& pool : windows_) pool.register_with_group(execution);
}

void Model::deregister_windows(Execution& execution) {
  for (WindowPool& pool : windows_) pool.deregister(execution);
}

void Model::destroy_communicators(Execution& execution) const {
  for (const Communicator& group : groups_) group.destroy(execution);
}

void Model::add(Execution& execution, const Role& role) {
  const Configuration& configuration = execution.configuration;
  const bool graphed = is_graphed(configuration, role.edge);
  Weight& weight =
      weights_.emplace_back(execution, weights_.size(), role.name, domain(execution, graphed, role.expert), graphed);
  weight.parts = role.expert ? configuration.local_experts : 1;
  weight.module = role.module;
  const bool own_chain = configuration.grouped && !role.edge;
  weight.chain = (own_chain ? 2 * (role.number + 1) : 0) + (graphed ? 0 : 1);
  weight.bucket = static_cast<std::uint32_t>(weight.index * configuration.buckets / configuration.weight_count());
  const std::uint64_t bytes = configuration.shard_bytes * weight.parts;
  weight.main_grad = execution.calls.buffer(fmt::format("main_grad.{}", role.name), bytes);
}

std::vector<SchedulingDomain*> Model::domains() {
  std::vector<SchedulingDomain*> result;
  for (auto& [key, domain] : domains_) result.push_back(&domain);
  return result;
}

}  // namespace fencepost::gtp

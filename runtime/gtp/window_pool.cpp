#include <fencepost/runtime/gtp/window_pool.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::gtp {

void WindowPool::include(BufferId buffer) {
  if (std::ranges::find(present_, buffer) == present_.end()) present_.push_back(buffer);
}

void WindowPool::register_with_group(Execution& execution) {
  if (!execution.holds(Rule::pool_registration_covers_what_is_there)) return;
  for (const BufferId buffer : present_) {
    add_window(execution, buffer, group_);
    covered_.insert(buffer);
  }
}

void WindowPool::add_window(Execution& execution, BufferId buffer, const Communicator& group) {
  const std::string name = fmt::format("window.{}.{}", group_.name(), windows_.size());
  windows_.push_back(execution.calls.register_window(name, buffer, group.id()));
}

BufferHandle WindowPool::allocate(Execution& execution, std::string_view name, std::uint64_t bytes) {
  if (!pool_.exists()) pool_ = private_pool(execution, fmt::format("window_pool.{}", group_.name()));
  const BufferHandle buffer = execution.calls.allocate(name, bytes, execution.compute, pool_);
  if (on_new_memory(execution, buffer)) covered_.insert(buffer);
  return buffer;
}

bool WindowPool::on_new_memory(Execution& execution, BufferId buffer) {
  if (!execution.holds(Rule::hook_registers_later_memory)) return false;
  if (!execution.holds(Rule::hook_needs_no_collective)) group_.agree(execution);
  const bool own = execution.holds(Rule::memory_is_registered_with_its_own_group);
  add_window(execution, buffer, own ? group_ : first_group_);
  return own;
}

void WindowPool::deregister(Execution& execution) {
  for (const WindowId window : windows_) execution.calls.deregister_window(window);
  windows_.clear();
}

}  // namespace fencepost::gtp

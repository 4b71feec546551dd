#include <fencepost/runtime/gtp/ticket_cache.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

std::string buffer_name(const TicketKey& key, std::size_t number) {
  switch (key.use) {
    case TicketKey::Use::gather:
      return fmt::format("gathered.{}", number);
    case TicketKey::Use::recompute:
      return fmt::format("regathered.{}", number);
    case TicketKey::Use::reduction:
      return fmt::format("reduced.{}", number);
  }
  return "";
}

}  // namespace

Ticket TicketCache::reserve(const TicketKey& key, WindowPool* window) {
  tickets_.push_back({key, window, unbound});
  return tickets_.size() - 1;
}

void TicketCache::bind(Execution& execution, Ticket ticket) {
  Entry& entry = tickets_[ticket];
  const std::vector<std::size_t>& free = free_[entry.key];
  if (!free.empty()) {
    entry.buffer = free.back();
    return;
  }
  entry.buffer = buffers_.size();
  const std::string name = buffer_name(entry.key, buffers_.size());
  const BufferHandle buffer = entry.window != nullptr
                                  ? entry.window->allocate(execution, name, entry.key.bytes)
                                  : execution.calls.allocate(name, entry.key.bytes, execution.compute);
  buffers_.push_back({buffer, ticket, false, {}});
}

BufferHandle TicketCache::get(Execution& execution, Ticket ticket, StreamId user) {
  Entry& entry = tickets_[ticket];
  const bool busy = bound(ticket) && !buffers_[entry.buffer].free && buffers_[entry.buffer].holder != ticket;
  if (!bound(ticket) || (busy && execution.holds(Rule::tickets_avoid_busy_buffers))) bind(execution, ticket);
  Buffer& buffer = buffers_[entry.buffer];
  if (buffer.free) std::erase(free_[entry.key], entry.buffer);
  buffer.free = false;
  buffer.holder = ticket;
  if (buffer.fence.attached()) buffer.fence.handoff->wait(execution, user);
  buffer.fence = {};
  return buffer.id;
}

void TicketCache::release(Ticket ticket, Fence last_reader) {
  const Entry& entry = tickets_[ticket];
  if (entry.buffer == unbound || buffers_[entry.buffer].free) return;
  buffers_[entry.buffer].free = true;
  buffers_[entry.buffer].fence = last_reader;
  free_[entry.key].push_back(entry.buffer);
}

bool TicketCache::holds(Ticket ticket) const {
  return bound(ticket) && buffers_[tickets_[ticket].buffer].holder == ticket;
}

void TicketCache::clear(Execution& execution) {
  for (const Buffer& buffer : buffers_) execution.calls.release(buffer.id);
  buffers_.clear();
  free_.clear();
  for (Entry& entry : tickets_) entry.buffer = unbound;
}

std::vector<std::uint64_t> TicketCache::state() const {
  std::vector<std::uint64_t> words;
  for (const Entry& entry : tickets_) words.push_back(entry.buffer);
  for (const Buffer& buffer : buffers_) {
    words.push_back(buffer.holder);
    words.push_back(buffer.free ? 1 : 0);
  }
  for (const auto& [key, list] : free_) words.insert(words.end(), list.begin(), list.end());
  return words;
}

}  // namespace fencepost::gtp

#include <fencepost/runtime/gtp/calls.h>

#include <string>

#include <fmt/format.h>

namespace fencepost::gtp {

BufferHandle Calls::allocate(std::string_view name, std::uint64_t bytes, StreamId stream, PoolId pool) {
  std::string free_name(name);
  for (int number = 2; live_.contains(names_.intern<BufferTag>(free_name)); ++number) {
    free_name = fmt::format("{}.{}", name, number);
  }
  const BufferHandle buffer = alloc(free_name, bytes, {.pool = pool, .stream = stream, .address = {}});
  live_.insert(buffer.id);
  return buffer;
}

void Calls::release(BufferId buffer) {
  live_.erase(buffer);
  free(buffer);
}

void Calls::follow(StreamId stream, StreamId before, EventId event) {
  record(event, before);
  wait(event, stream);
}

}  // namespace fencepost::gtp

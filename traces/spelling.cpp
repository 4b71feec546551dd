#include <fencepost/traces/spelling.h>

namespace fencepost {
namespace {

constexpr std::array<std::string_view, 4> stream_kinds{"nonblocking", "blocking", "legacy", "per_thread"};
constexpr std::array<std::string_view, 3> capture_modes{"global", "thread_local", "relaxed"};
constexpr std::array<std::string_view, 8> pool_kinds{"caching", "private",      "scratch", "registered",
                                                     "async",   "graph_memory", "raw",     "pinned"};
constexpr std::array<std::string_view, 5> memory_kinds{"device", "pinned", "pageable", "mapped", "managed"};
constexpr std::array<std::string_view, 4> communicator_profiles{"nccl", "nccl_no_mixing", "rccl", "loopback"};
constexpr std::array<std::string_view, 2> allocator_profiles{"torch-2.11", "torch-main"};
constexpr std::array<std::string_view, 4> access_modes{"read", "write", "update", "atomic"};

}  // namespace

template <>
std::span<const std::string_view> spellings<StreamKind>() {
  return stream_kinds;
}
template <>
std::span<const std::string_view> spellings<CaptureMode>() {
  return capture_modes;
}
template <>
std::span<const std::string_view> spellings<PoolKind>() {
  return pool_kinds;
}
template <>
std::span<const std::string_view> spellings<MemoryKind>() {
  return memory_kinds;
}
template <>
std::span<const std::string_view> spellings<CommunicatorProfile>() {
  return communicator_profiles;
}
template <>
std::span<const std::string_view> spellings<AllocatorProfile>() {
  return allocator_profiles;
}
template <>
std::span<const std::string_view> spellings<AccessMode>() {
  return access_modes;
}

}  // namespace fencepost

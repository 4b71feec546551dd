#pragma once

/// How the trace language spells the values of the enumerations in `operation.h`.

#include <fencepost/traces/operation.h>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace fencepost {

/// Every spelling of `Enumeration`, in the order of its enumerators.
template <class Enumeration>
std::span<const std::string_view> spellings();

template <>
std::span<const std::string_view> spellings<StreamKind>();
template <>
std::span<const std::string_view> spellings<CaptureMode>();
template <>
std::span<const std::string_view> spellings<PoolKind>();
template <>
std::span<const std::string_view> spellings<MemoryKind>();
template <>
std::span<const std::string_view> spellings<CommunicatorProfile>();
template <>
std::span<const std::string_view> spellings<AllocatorProfile>();
template <>
std::span<const std::string_view> spellings<AccessMode>();

inline std::string_view name(StreamKind kind) { return spellings<StreamKind>()[static_cast<std::size_t>(kind)]; }
inline std::string_view name(CaptureMode mode) { return spellings<CaptureMode>()[static_cast<std::size_t>(mode)]; }
inline std::string_view name(PoolKind kind) { return spellings<PoolKind>()[static_cast<std::size_t>(kind)]; }
inline std::string_view name(MemoryKind kind) { return spellings<MemoryKind>()[static_cast<std::size_t>(kind)]; }
inline std::string_view name(CommunicatorProfile profile) {
  return spellings<CommunicatorProfile>()[static_cast<std::size_t>(profile)];
}
inline std::string_view name(AllocatorProfile profile) {
  return spellings<AllocatorProfile>()[static_cast<std::size_t>(profile)];
}
/// "read", "write", "update", "atomic".
inline std::string_view name(AccessMode mode) { return spellings<AccessMode>()[static_cast<std::size_t>(mode)]; }

}  // namespace fencepost

#pragma once

/// Strong identifiers of everything a schedule can name.
///
/// Every id is a dense, zero-based index into one namespace of one schedule: two streams have the
/// ids 0 and 1, two events have the ids 0 and 1, and neither can be passed where the other is
/// meant. Ids are values; they own nothing and are valid as long as the `Names` that issued them.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace fencepost {

/// An index into the namespace `Tag`. A default-constructed id is `none()`: it names nothing.
template <class Tag>
struct Id {
  static constexpr std::uint32_t none_value = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t value = none_value;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t index) : value(index) {}

  static constexpr Id none() { return Id{}; }
  [[nodiscard]] constexpr bool exists() const { return value != none_value; }
  [[nodiscard]] constexpr std::size_t index() const { return value; }

  friend constexpr auto operator<=>(Id, Id) = default;
};

using DeviceId = Id<struct DeviceTag>;
using ThreadId = Id<struct ThreadTag>;
using StreamId = Id<struct StreamTag>;
using EventId = Id<struct EventTag>;
using BufferId = Id<struct BufferTag>;
using PoolId = Id<struct PoolTag>;
using CommunicatorId = Id<struct CommunicatorTag>;
using GraphId = Id<struct GraphTag>;
using ExecutableId = Id<struct ExecutableTag>;
using NodeId = Id<struct NodeTag>;
using WindowId = Id<struct WindowTag>;
using SignalId = Id<struct SignalTag>;
using BarrierId = Id<struct BarrierTag>;
using MutexId = Id<struct MutexTag>;
/// The name of a piece of work (a kernel, a copy, a collective); several operations may share one.
using LabelId = Id<struct LabelTag>;

/// Thread 0 and device 0 exist in every schedule without a declaration, under these names.
inline constexpr ThreadId main_thread{0};
inline constexpr DeviceId first_device{0};

}  // namespace fencepost

template <class Tag>
struct std::hash<fencepost::Id<Tag>> {
  std::size_t operator()(fencepost::Id<Tag> id) const noexcept { return id.value; }
};

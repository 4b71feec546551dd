#pragma once

/// The names of a schedule, one namespace for each kind of id: a stream and an event may both be
/// called `main`.

#include <fencepost/traces/ids.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace fencepost {

/// Names of one namespace, numbered in the order in which they were first seen. A value: copies are
/// independent, and a view of a name stays valid while the table it came from lives and is not
/// assigned to. Safe to read from several threads at once.
class NameTable {
 public:
  /// The index of `name`, adding it when it is new.
  std::uint32_t intern(std::string_view name);
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
  /// The known name nearest to `name` by edit distance, when it is near enough to be a slip; of
  /// several equally near ones the first seen. Looks at the first 100,000 names only.
  [[nodiscard]] std::optional<std::string_view> nearest(std::string_view name) const;
  [[nodiscard]] std::string_view operator[](std::uint32_t index) const { return names_[index]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

  friend bool operator==(const NameTable& a, const NameTable& b) { return a.names_ == b.names_; }

 private:
  /// What a name is recognised by: the bytes of a short one, a hash of a long one.
  struct Key {
    std::uint64_t bits = 0;
    std::uint32_t size = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  /// Open addressing over indices rather than over pointers, so that a copy of the table is right.
  struct Slot {
    Key key;
    std::uint32_t index = empty_slot;
  };
  static constexpr std::uint32_t empty_slot = 0xffffffffU;

  static Key key_of(std::string_view name);
  [[nodiscard]] std::size_t home_of(const Key& key) const;
  /// The slot that holds `name`, or the free one where it would go.
  [[nodiscard]] std::size_t slot_of(std::string_view name, const Key& key) const;
  void grow();

  std::deque<std::string> names_;  // a deque, so that views of names survive additions
  std::vector<Slot> slots_;        // a power of two, at most half full
};

/// One table for each id type. `main` (thread) and `gpu0` (device) are present from the start.
class Names {
 public:
  Names();

  template <class Tag>
  Id<Tag> intern(std::string_view name) {
    return Id<Tag>{table<Tag>().intern(name)};
  }
  /// The name of `id`; an empty view when it is none.
  template <class Tag>
  [[nodiscard]] std::string_view operator[](Id<Tag> id) const {
    return id.exists() ? table<Tag>()[id.value] : std::string_view{};
  }
  template <class Tag>
  [[nodiscard]] std::optional<Id<Tag>> find(std::string_view name) const {
    const auto index = table<Tag>().find(name);
    return index ? std::optional{Id<Tag>{*index}} : std::nullopt;
  }
  template <class Tag>
  [[nodiscard]] const NameTable& table() const {
    return std::get<Slot<Tag>>(tables_).names;
  }
  template <class Tag>
  [[nodiscard]] NameTable& table() {
    return std::get<Slot<Tag>>(tables_).names;
  }

  friend bool operator==(const Names&, const Names&) = default;

 private:
  template <class Tag>
  struct Slot {
    NameTable names;
    friend bool operator==(const Slot&, const Slot&) = default;
  };
  std::tuple<Slot<DeviceTag>, Slot<ThreadTag>, Slot<StreamTag>, Slot<EventTag>, Slot<BufferTag>, Slot<PoolTag>,
             Slot<CommunicatorTag>, Slot<GraphTag>, Slot<ExecutableTag>, Slot<WindowTag>, Slot<SignalTag>,
             Slot<BarrierTag>, Slot<MutexTag>, Slot<LabelTag>>
      tables_;
};

}  // namespace fencepost

#pragma once

/// What a trace has declared so far: which names exist, since which line, how large buffers are,
/// and whether a repeated body can run a second time.

#include <fencepost/traces/namespaces.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace fencepost {

/// Follows the creations and destructions of one trace in file order.
///
/// A thing that was destroyed stays known: using it afterwards is a hazard (`dead-handle`,
/// `use-after-free`) and not a mistake of the trace. Only a second creation needs it gone.
class Declarations {
 public:
  /// The thread `main` and the device `gpu0` are there from the start.
  Declarations();

  /// The line that created the thing, while it exists; empty when it may be created (again).
  [[nodiscard]] std::optional<std::uint32_t> existing_since(Namespace space, std::uint32_t index) const;

  void create(Namespace space, std::uint32_t index, std::uint32_t line);
  void destroy(Namespace space, std::uint32_t index);

  void set_buffer_size(std::uint32_t index, std::uint64_t bytes);
  /// Zero when it is not known, because its declaration was faulty.
  [[nodiscard]] std::uint64_t buffer_size(std::uint32_t index) const;

  /// A thing that a repeated body creates and does not destroy: the next iteration could not create
  /// it again.
  struct LeftOver {
    Namespace space = Namespace::none;
    std::uint32_t index = 0;
    std::uint32_t line = 0;
  };
  void begin_loop();
  /// Ends the innermost loop; what it leaves over matters only if it runs more than once.
  std::vector<LeftOver> end_loop();

 private:
  struct State {
    std::uint32_t line = 0;
    std::uint32_t last_loop = 0;  ///< the innermost loop that touched it
    bool exists = false;
  };
  /// The first thing that happened to something inside a loop.
  struct FirstTouch {
    Namespace space;
    bool created;
    std::uint32_t index;
    std::uint32_t earlier_loop;  ///< the loop that had touched it before this one did
  };
  struct Loop {
    std::uint32_t serial;
    std::size_t first_touch;
  };

  State& state(Namespace space, std::uint32_t index);
  void touch(Namespace space, std::uint32_t index, bool created);
  void hand_touches_to_outer_loop(const Loop& inner);

  std::array<std::vector<State>, namespace_count> states_;
  std::vector<std::uint64_t> buffer_sizes_;
  std::vector<Loop> loops_;
  std::vector<FirstTouch> touches_;
  std::uint32_t loops_begun_ = 0;
};

}  // namespace fencepost

#pragma once

/// Persistent memory that a local graph carves its send buffers from (PR 6867).
///
/// The eager backward that runs before the captures finds out how much each module needs; then one
/// arena for each generation is made, as large as the neediest module that uses it. Module k takes
/// generation `k mod generations` and must consume exactly what was found. A graph is launched behind
/// the last launch that used its generation.

#include <fencepost/runtime/gtp/execution.h>
#include <fencepost/runtime/gtp/scratch.h>

#include <cstdint>
#include <map>
#include <vector>

namespace fencepost::gtp {

class Arena {
 public:
  /// Notes that the eager backward of `module` takes `bytes`.
  void demand(std::uint32_t module, std::uint64_t bytes);
  /// Makes the arenas; nothing more is demanded afterwards.
  void make(Execution& execution);
  [[nodiscard]] bool made() const { return !generations_.empty(); }

  /// Starts to find out what `module` takes, or to hand out its memory from the front.
  void begin_graph(std::uint32_t module);
  Scratch take(Execution& execution, std::uint64_t bytes);
  /// Fails the execution unless exactly the demand of the module was taken.
  void end_graph(Execution& execution);

  /// Around a launch of the graph of `module` on `stream`.
  void await(Execution& execution, std::uint32_t module, StreamId stream) const;
  void mark_used(Execution& execution, std::uint32_t module, StreamId stream) const;
  /// Gives the memory back.
  void clear(Execution& execution);

 private:
  struct Generation {
    BufferHandle memory;
    EventId used;
  };
  [[nodiscard]] const Generation& generation(std::uint32_t module) const;

  std::map<std::uint32_t, std::uint64_t> demands_;  ///< by module
  std::vector<Generation> generations_;
  std::uint32_t module_ = 0;
  std::uint64_t taken_ = 0;
};

}  // namespace fencepost::gtp

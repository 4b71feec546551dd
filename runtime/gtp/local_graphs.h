#pragma once

/// The iteration as graphs of single modules, replayed in turn on a few streams; UNGRAPHED modules
/// run eagerly between them on the caller's stream.
///
/// recording (an eager iteration) → captured, module by module → replayed.

#include <fencepost/runtime/gtp/runner.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace fencepost::gtp {

class LocalGraphs {
 public:
  LocalGraphs(Execution& execution, Machinery& machinery, std::vector<SchedulingDomain*> domains, const Uses& uses);

  /// One eager iteration.
  void run(Execution& execution, std::uint32_t microbatches);
  /// Warms every GRAPHED module up and captures its graphs, in the order in which they will run.
  void capture(Execution& execution);
  /// One iteration with the graphs.
  void replay(Execution& execution, std::uint32_t microbatches);
  /// Each module goes on with the next runner stream; false when there is only one.
  bool change_runners();
  void reset(Execution& execution);

  [[nodiscard]] bool captured() const { return captured_; }

 private:
  struct Module {
    Segment segment;
    std::optional<Runner> runner;
  };
  void add_module(Execution& execution, const Uses& uses);
  void forward(Execution& execution, Module& module) const;
  void backward(Execution& execution, Module& module, bool last) const;
  void iterate(Execution& execution, std::uint32_t microbatches);

  Machinery& machinery_;
  std::vector<SchedulingDomain*> domains_;
  CaptureSite site_;
  std::vector<StreamId> replay_streams_;
  std::vector<Boundary> boundaries_;
  std::deque<Module> modules_;
  std::uint32_t runners_ = 0;
  std::size_t first_runner_ = 0;  ///< the place of the first module's runner stream
  bool captured_ = false;
};

}  // namespace fencepost::gtp

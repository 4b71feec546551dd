#pragma once

/// Gathers a weight before its matrix product: ahead of time on G, or on demand.

#include <fencepost/runtime/gtp/parameters.h>
#include <fencepost/runtime/gtp/weight.h>

namespace fencepost::gtp {

class AllGather {
 public:
  AllGather(TicketCache& cache, Parameters& parameters) : cache_(cache), parameters_(parameters) {}

  /// Makes the compute stream follow the gather of `weight`, issuing one when none is on its way.
  /// The buffer is valid for work that is issued before the next gather.
  BufferHandle consume(Execution& execution, Weight& weight, Direction direction);
  /// Issues the gather ahead of its use.
  void prefetch(Execution& execution, Weight& weight, Direction direction);
  /// Finishes a pending gather before its use: at the border of a local graph.
  void drain(Execution& execution, Weight& weight, Direction direction) const;
  /// Finishes a pending gather that nobody will use.
  void discard(Execution& execution, Weight& weight, Direction direction);

 private:
  void issue(Execution& execution, Weight& weight, Direction direction, StreamId stream, std::string_view label);
  void check_value(Execution& execution, Weight& weight, Direction direction) const;
  [[nodiscard]] bool available(const Execution& execution, Weight& weight, Direction direction) const;

  TicketCache& cache_;
  Parameters& parameters_;
};

}  // namespace fencepost::gtp

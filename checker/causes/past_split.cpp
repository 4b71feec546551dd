#include <fencepost/checker/causes/past_split.h>

#include <algorithm>
#include <array>

namespace fencepost::checker {

namespace {

/// Goes through the vertices from the later of two down, passing on in whose past each one is.
/// Every effect has a larger number than its causes, so a vertex is complete when it is reached.
class Splitting {
 public:
  Splitting(const CauseGraph& graph, CauseVertex a, CauseVertex b, std::size_t most)
      : graph_(graph), most_(most), marks_(std::max(a, b) + 1, 0) {
    mark_causes(a, before_a);
    mark_causes(b, before_b);
  }

  PastSplit run() {
    for (CauseVertex vertex = marks_.size(); vertex-- > 0 && !done();) {
      const unsigned marks = marks_[vertex];
      if (marks == 0) {
        continue;
      }
      --pending_[marks];
      visit(vertex, marks);
      mark_causes(vertex, marks);
    }
    std::ranges::reverse(result_.only_a);
    std::ranges::reverse(result_.only_b);
    return std::move(result_);
  }

 private:
  static constexpr unsigned before_a = 1;
  static constexpr unsigned before_b = 2;
  static constexpr unsigned before_both = before_a | before_b;

  void visit(CauseVertex vertex, unsigned marks) {
    if (marks == before_both) {
      if (result_.common == no_vertex && !is_bookkeeping(graph_.point(vertex))) {
        result_.common = vertex;
      }
      return;
    }
    std::vector<CauseVertex>& alone = marks == before_a ? result_.only_a : result_.only_b;
    if (alone.size() < most_) {
      alone.push_back(vertex);
    }
  }

  void mark_causes(CauseVertex vertex, unsigned marks) {
    for (const Cause& cause : graph_.causes(vertex)) {
      std::uint8_t& known = marks_[cause.vertex()];
      if (known != 0) {
        --pending_[known];
      }
      known = static_cast<std::uint8_t>(known | marks);
      ++pending_[known];
    }
  }

  [[nodiscard]] bool done() const {
    const bool common_known = result_.common != no_vertex ||
                              (pending_[before_both] == 0 && (pending_[before_a] == 0 || pending_[before_b] == 0));
    return common_known && (result_.only_a.size() == most_ || pending_[before_a] == 0) &&
           (result_.only_b.size() == most_ || pending_[before_b] == 0);
  }

  const CauseGraph& graph_;
  std::size_t most_;
  std::vector<std::uint8_t> marks_;
  std::array<std::size_t, 4> pending_{};  // vertices still to come, by their marks
  PastSplit result_;
};

}  // namespace

PastSplit split_pasts(const CauseGraph& graph, CauseVertex a, CauseVertex b, std::size_t most) {
  return Splitting(graph, a, b, most).run();
}

}  // namespace fencepost::checker

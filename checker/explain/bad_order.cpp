#include <fencepost/checker/causes/paths.h>
#include <fencepost/checker/explain/bad_order.h>

#include <algorithm>
#include <iterator>

namespace fencepost::checker {

namespace {

/// The last `most` vertices of `past` that are not in `other`.
std::vector<CauseVertex> only_in(const std::vector<CauseVertex>& past, const std::vector<CauseVertex>& other,
                                 std::size_t most) {
  std::vector<CauseVertex> result;
  std::ranges::set_difference(past, other, std::back_inserter(result));
  if (result.size() > most) {
    result.erase(result.begin(), result.end() - static_cast<std::ptrdiff_t>(most));
  }
  return result;
}

}  // namespace

std::vector<CauseVertex> bad_order(const CauseGraph& graph, CauseVertex first, CauseVertex second, CauseVertex since,
                                   std::size_t most) {
  const std::vector<CauseVertex> past_of_first = past_of(graph, first);
  const std::vector<CauseVertex> past_of_second = past_of(graph, second);
  std::vector<CauseVertex> order;
  if (since != no_vertex) {
    order.push_back(since);
  }
  std::ranges::copy(only_in(past_of_second, past_of_first, most), std::back_inserter(order));
  order.push_back(second);
  std::ranges::copy(only_in(past_of_first, past_of_second, most), std::back_inserter(order));
  order.push_back(first);
  return order;
}

}  // namespace fencepost::checker

#include <fencepost/checker/explain/bad_order.h>

#include <algorithm>
#include <iterator>

namespace fencepost::checker {

std::vector<CauseVertex> bad_order(CauseVertex first, CauseVertex second, const PastSplit& pasts) {
  std::vector<CauseVertex> order;
  if (pasts.common != no_vertex) {
    order.push_back(pasts.common);
  }
  std::ranges::copy(pasts.only_b, std::back_inserter(order));
  order.push_back(second);
  std::ranges::copy(pasts.only_a, std::back_inserter(order));
  order.push_back(first);
  return order;
}

}  // namespace fencepost::checker

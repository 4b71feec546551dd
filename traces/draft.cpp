#include <fencepost/traces/draft.h>

#include <algorithm>

namespace fencepost {

void sort_accesses(std::vector<Access>& accesses) {
  if (!std::ranges::is_sorted(accesses, {}, &Access::mode)) std::ranges::stable_sort(accesses, {}, &Access::mode);
}

Operation Draft::view() {
  sort_accesses(accesses);
  Operation result = operation;
  result.accesses = accesses;
  result.detail = &detail;
  return result;
}

}  // namespace fencepost

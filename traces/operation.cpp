#include <fencepost/traces/operation.h>

#include <algorithm>

namespace fencepost {

namespace {

const Detail none;

}  // namespace

const Detail& no_detail() { return none; }

bool same_content(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.flags == b.flags && a.thread == b.thread && a.stream == b.stream &&
         a.object == b.object && a.label == b.label && std::ranges::equal(a.accesses, b.accesses) &&
         (a.detail == b.detail || *a.detail == *b.detail);
}

}  // namespace fencepost

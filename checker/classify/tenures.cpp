#include <fencepost/checker/classify/tenures.h>

namespace fencepost::checker {

Home home_of(const model::Generation& tenure) {
  if (tenure.window.exists()) return Home::window;
  if (!tenure.pooled) return Home::static_buffer;
  switch (tenure.pool_kind) {
    case PoolKind::caching:
      return Home::caching;
    case PoolKind::private_pool:
      return Home::private_pool;
    case PoolKind::scratch:
      return Home::scratch;
    case PoolKind::registered:
      return Home::registered;
    case PoolKind::async:
      return Home::async;
    case PoolKind::graph_memory:
      return Home::graph_memory;
    case PoolKind::raw:
      return Home::raw;
    case PoolKind::pinned:
      return Home::pinned;
  }
  return Home::static_buffer;
}

LifetimeCase life_in_replay(const model::Generation& tenure, bool handed_to_eager) {
  LifetimeCase life;
  life.home = home_of(tenure);
  life.graph_memory = tenure.graph_memory;
  life.captured_life = tenure.capture.exists() && tenure.released_in.exists();
  life.handed_to_eager = handed_to_eager;
  life.unmapped = tenure.unmapped;
  return life;
}

}  // namespace fencepost::checker

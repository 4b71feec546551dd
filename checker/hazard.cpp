#include <fencepost/checker/hazard.h>

#include <algorithm>
#include <array>

namespace fencepost::checker {

namespace {

constexpr std::array<std::string_view, slug_count> slug_names = {
    "reuse-before-last-read",
    "reuse-before-last-write",
    "read-before-write",
    "overwrite-before-last-read",
    "unordered-writes",
    "eager-wait-on-captured-fence",
    "captured-wait-on-eager-fence",
    "captured-wait-on-ended-capture",
    "stale-external-record",
    "capture-borrows-eager-bytes",
    "capture-bytes-cached-for-eager",
    "replay-after-free",
    "replay-overwrites-live",
    "output-overwritten",
    "stale-graph-parameters",
    "use-before-alloc",
    "use-after-free",
    "double-free",
    "read-of-unwritten",
    "leak",
    "pool-growth",
    "pool-exhausted-in-capture",
    "memory-node-misuse",
    "host-staging-race",
    "capture-unjoined",
    "capture-merged",
    "capture-invalidated",
    "capture-escape",
    "window-lifetime",
    "window-mismatch",
    "collective-mismatch",
    "communicator-race",
    "deadlock",
    "dead-handle",
    "teardown-order",
    "wrong-device",
    "refused-call",
    "wrong-value",
};

constexpr std::array<std::string_view, 8> near_miss_names = {
    "none",         "missing-edge",        "stale-record",        "stale-external",
    "wrong-stream", "captured-only-fence", "edge-lost-at-border", "unrecorded-event",
};

constexpr std::array<std::string_view, 7> note_names = {
    "redundant-wait",           "void-wait",      "unprotected-release", "latent-hand-over", "empty-capture",
    "concurrent-communicators", "unordered-free",
};

}  // namespace

std::string_view name(Slug slug) { return slug_names[static_cast<std::size_t>(slug)]; }

std::optional<Slug> slug_named(std::string_view text) {
  const auto* const found = std::find(slug_names.begin(), slug_names.end(), text);
  if (found == slug_names.end()) return std::nullopt;
  return static_cast<Slug>(found - slug_names.begin());
}

std::string_view name(NearMiss near_miss) { return near_miss_names[static_cast<std::size_t>(near_miss)]; }

std::string_view name(Note::Kind kind) { return note_names[static_cast<std::size_t>(kind)]; }

}  // namespace fencepost::checker

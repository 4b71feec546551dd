#pragma once

/// Collects hazards and merges what is one mistake found many times.

#include <fencepost/checker/hazard.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace fencepost::checker {

class HazardLedger {
 public:
  /// Adds one finding and returns the index of the hazard it became or went into.
  ///
  /// The same slug at the same two sites on the same two buffers is the same hazard once more, in
  /// another launch or iteration. Another pair of accesses of the same two tensors that shares one
  /// end with a hazard of the same slug is listed under it (definitions.md 10).
  std::size_t add(const Hazard& found);
  /// Lists `found` under a hazard that explains it. The first of them lends its bytes to a hazard that has none.
  void list_under(std::size_t hazard, const Hazard& found);

  [[nodiscard]] Hazard& operator[](std::size_t index) { return hazards_[index]; }
  [[nodiscard]] std::size_t size() const { return hazards_.size(); }

  /// All hazards, in the order of their second site, then first.
  [[nodiscard]] std::vector<Hazard> take();

 private:
  /// What identifies one end wherever it runs.
  struct End {
    std::uint32_t line = 0;
    LabelId label;
    StreamId stream;
    friend auto operator<=>(const End&, const End&) = default;
  };
  struct Pair {
    Slug slug{};
    End first, second;
    BufferId first_buffer, second_buffer;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  struct Tensors {
    Slug slug{};
    model::GenerationId first, second;
    friend auto operator<=>(const Tensors&, const Tensors&) = default;
  };

  static End end_of(const Site& site) { return {site.line, site.label, site.stream}; }
  static Pair pair_of(const Hazard& found) {
    return {found.slug, end_of(found.first), end_of(found.second), found.first_buffer, found.second_buffer};
  }
  /// What a pair went into, and its newest run.
  struct Known {
    std::size_t hazard = 0;
    bool is_main = true;
    model::ExecutionId first = 0, second = 0;
  };

  void find_again(Known& known, const Hazard& found);
  static void note_bytes(Hazard& hazard, const Hazard& found);
  /// Bytes that came too early for a read of their old owner came too early for its writes before:
  /// one mistake, named after the last access (definitions.md 10).
  static void list_last_writes_under_last_reads(std::vector<Hazard>& all);

  std::vector<Hazard> hazards_;
  std::map<Pair, Known> known_pairs_;
  std::map<Tensors, std::vector<std::size_t>> by_tensors_;
};

}  // namespace fencepost::checker

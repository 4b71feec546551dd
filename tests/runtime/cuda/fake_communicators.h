#pragma once

/// A library of real communicators without GPUs: what NCCL computes, on the host, at once.

#include <fencepost/runtime/cuda/movement.h>
#include <fencepost/runtime/cuda/real_communicators.h>

#include <map>
#include <set>
#include <vector>

namespace fencepost::cuda {

/// What the player asked for.
struct FakeLibraryUse {
  std::set<CommunicatorNumber> made;
  std::vector<std::vector<RealCollective>> groups;
  std::map<WindowId, std::size_t> windows;  ///< registered ones, with their words
  std::size_t deregistered = 0;
};

class FakeCommunicators final : public RealCommunicators {
 public:
  explicit FakeCommunicators(int ranks, FakeLibraryUse* use = nullptr) : ranks_(ranks), use_(use ? use : &own_use_) {}

  [[nodiscard]] std::string name() const override { return "fake 1.0"; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  tl::expected<std::span<Word>, std::string> arena(std::size_t words) override {
    arena_.resize(words);
    return std::span(arena_);
  }
  std::string make(CommunicatorNumber number) override {
    use_->made.insert(number);
    return {};
  }
  Status run(std::span<const RealCollective> group) override {
    use_->groups.emplace_back(group.begin(), group.end());
    for (const RealCollective& each : group) perform(each);
    return answer;
  }
  Status register_window(WindowId window, CommunicatorNumber /*communicator*/, std::span<Word> words) override {
    use_->windows[window] = words.size();
    return Status::success;
  }
  Status deregister_window(WindowId window) override {
    ++use_->deregistered;
    return use_->windows.erase(window) == 1 ? Status::success : Status::ncclInvalidArgument;
  }

  Status answer = Status::success;  ///< to every group of collectives

 private:
  /// Rank 0's result, by the rule for a rank that stands for all.
  void perform(const RealCollective& each) {
    const auto ranks = static_cast<std::size_t>(ranks_);
    const bool gathers = each.kind == OperationKind::all_gather;
    const bool scatters = each.kind == OperationKind::reduce_scatter;
    const std::size_t received = gathers ? each.words * ranks : (scatters ? each.words / ranks : each.words);
    const std::vector<Word> from(each.from, each.from + each.words);
    const bool adds = each.kind == OperationKind::all_reduce || each.kind == OperationKind::reduce;
    for (std::size_t i = 0; i < received; ++i) {
      Word word = from[gathers ? i % each.words : i];
      if (adds) word *= ranks;
      for (std::size_t rank = 1; scatters && rank < ranks; ++rank) word += from[i + rank * received];
      each.to[i] = word;
    }
  }

  int ranks_;
  FakeLibraryUse own_use_;
  FakeLibraryUse* use_;
  std::vector<Word> arena_;
};

}  // namespace fencepost::cuda

#include <fencepost/runtime/nccl/communicators.h>
#include <fencepost/runtime/nccl/group.h>
#include <fencepost/runtime/nccl/library.h>
#include <fencepost/runtime/nccl/memory.h>
#include <fencepost/runtime/nccl/peers.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

namespace fencepost::nccl {
namespace {

/// Windows start and end at multiples of so many words (NCCL_WIN_REQUIRED_ALIGNMENT, 4 KiB).
constexpr std::size_t window_alignment = 4096 / sizeof(cuda::Word);

class Communicators final : public cuda::RealCommunicators {
 public:
  Communicators(const Library& nccl, int gpus) : nccl_(nccl), gpus_(gpus) {}

  [[nodiscard]] std::string name() const override {
    int version = 0;
    if (nccl_.get_version(&version) != ncclSuccess) return "NCCL";
    return "NCCL " + std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
           std::to_string(version % 100);
  }
  [[nodiscard]] int ranks() const override { return gpus_; }

  tl::expected<std::span<cuda::Word>, std::string> arena(std::size_t words) override {
    const std::size_t whole = (words + window_alignment - 1) / window_alignment * window_alignment;
    auto memory = Memory::make(gpus_, whole);
    if (!memory) return tl::unexpected(memory.error());
    memory_.emplace(std::move(*memory));
    return std::span<cuda::Word>(memory_->words()[0], whole);
  }

  std::string make(cuda::CommunicatorNumber number) override {
    while (groups_.size() <= number) groups_.emplace_back();
    if (groups_[number]) return {};
    auto group = Group::make(gpus_);
    if (!group) return group.error();
    groups_[number] = std::move(*group);
    if (!peers_) peers_.emplace(memory_->words());
    return {};
  }

  Status run(std::span<const cuda::RealCollective> group) override {
    std::vector<std::vector<Share>> shares;
    for (const cuda::RealCollective& each : group) {
      shares.push_back(peers_->prepare(each));
      if (shares.back().empty()) return Status::cudaErrorUnknown;
    }
    if (nccl_.group_start() != ncclSuccess) return Status::cudaErrorUnknown;
    Status first = Status::success;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Status one = groups_[group[i].communicator]->enqueue(group[i].kind, shares[i], group[i].words);
      if (first == Status::success) first = one;
    }
    if (nccl_.group_end() != ncclSuccess && first == Status::success) first = Status::cudaErrorUnknown;
    for (const cuda::RealCollective& each : group) {
      if (!peers_->join(each.stream) && first == Status::success) first = Status::cudaErrorUnknown;
    }
    return first;
  }

  Status register_window(WindowId window, cuda::CommunicatorNumber communicator, std::span<cuda::Word> words) override {
    const auto offset = static_cast<std::size_t>(words.data() - memory_->words()[0]);
    const std::size_t lo = offset / window_alignment * window_alignment;
    const std::size_t hi = (offset + words.size() + window_alignment - 1) / window_alignment * window_alignment;
    std::vector<std::uint64_t*> memory;
    for (std::uint64_t* arena : memory_->words()) memory.push_back(arena + lo);
    const auto number = groups_[communicator]->register_window(memory, hi - lo);
    if (!number) return number.error();
    windows_[window] = {communicator, *number};
    return Status::success;
  }

  Status deregister_window(WindowId window) override {
    const auto found = windows_.find(window);
    if (found == windows_.end()) return Status::ncclInvalidArgument;
    const auto [communicator, number] = found->second;
    windows_.erase(found);
    return groups_[communicator]->deregister_window(number);
  }

 private:
  const Library& nccl_;
  int gpus_;
  std::optional<Memory> memory_;  // outlives the windows of the groups below
  std::optional<Peers> peers_;
  std::vector<std::unique_ptr<Group>> groups_;
  std::map<WindowId, std::pair<cuda::CommunicatorNumber, WindowNumber>> windows_;
};

}  // namespace

std::unique_ptr<cuda::RealCommunicators> make_communicators() {
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0 || !library()) return nullptr;
  return std::make_unique<Communicators>(*library(), gpus);
}

}  // namespace fencepost::nccl

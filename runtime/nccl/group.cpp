#include <fencepost/runtime/nccl/group.h>
#include <fencepost/runtime/nccl/library.h>

#include <numeric>
#include <utility>

#include <cuda_runtime_api.h>

namespace fencepost::nccl {

class Group::Implementation {
 public:
  explicit Implementation(const Library& functions) : nccl_(functions) {}
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation() {
    // Windows first, then their memory, then the communicators that knew both (teardown order).
    for (const auto& [rank, window] : windows_) nccl_.deregister_window(communicators_[rank], window);
    for (void* memory : memory_) nccl_.release(memory);
    for (const ncclComm_t communicator : communicators_) nccl_.destroy(communicator);
  }

  std::string initialise(int ranks) {
    std::vector<int> devices(static_cast<std::size_t>(ranks));
    std::iota(devices.begin(), devices.end(), 0);
    std::vector<ncclComm_t> communicators(devices.size());
    const ncclResult_t result = nccl_.init_all(communicators.data(), ranks, devices.data());
    if (result == ncclSuccess) communicators_ = std::move(communicators);
    return text(result);
  }

  [[nodiscard]] std::size_t ranks() const { return communicators_.size(); }
  [[nodiscard]] int version() const {
    int version = 0;
    return nccl_.get_version(&version) == ncclSuccess ? version : 0;
  }

  std::string enqueue(OperationKind kind, std::span<const Share> shares, std::size_t words) {
    ncclResult_t result = nccl_.group_start();
    for (std::size_t rank = 0; rank < shares.size() && result == ncclSuccess; ++rank) {
      result = enqueue_one(kind, rank, shares[rank], words);
    }
    const ncclResult_t end = nccl_.group_end();
    return text(result == ncclSuccess ? end : result);
  }

  tl::expected<std::uint64_t*, std::string> allocate(int rank, std::size_t words) {
    if (cudaSetDevice(rank) != cudaSuccess) return tl::unexpected(std::string("there is no such GPU"));
    void* memory = nullptr;
    const ncclResult_t result = nccl_.allocate(&memory, words * sizeof(std::uint64_t));
    if (result != ncclSuccess) return tl::unexpected(text(result));
    memory_.push_back(memory);
    return static_cast<std::uint64_t*>(memory);
  }

  std::string register_window(std::span<std::uint64_t* const> memory, std::size_t words) {
    std::vector<ncclWindow_t> windows(memory.size());
    ncclResult_t result = nccl_.group_start();
    for (std::size_t rank = 0; rank < memory.size() && result == ncclSuccess; ++rank) {
      result = nccl_.register_window(communicators_[rank], memory[rank], words * sizeof(std::uint64_t), &windows[rank],
                                     NCCL_WIN_COLL_SYMMETRIC);
    }
    const ncclResult_t end = nccl_.group_end();
    if (result == ncclSuccess) result = end;
    for (std::size_t rank = 0; rank < windows.size() && result == ncclSuccess; ++rank) {
      if (windows[rank] != nullptr) windows_.emplace_back(rank, windows[rank]);
    }
    return text(result);
  }

 private:
  [[nodiscard]] std::string text(ncclResult_t result) const {
    return result == ncclSuccess ? std::string() : std::string(nccl_.error_string(result));
  }

  ncclResult_t enqueue_one(OperationKind kind, std::size_t rank, const Share& share, std::size_t words) {
    const ncclComm_t communicator = communicators_[rank];
    constexpr ncclDataType_t word = ncclUint64;
    switch (kind) {
      case OperationKind::all_reduce:
        return nccl_.all_reduce(share.from, share.to, words, word, ncclSum, communicator, share.stream);
      case OperationKind::all_gather:
        return nccl_.all_gather(share.from, share.to, words, word, communicator, share.stream);
      case OperationKind::reduce_scatter:
        return nccl_.reduce_scatter(share.from, share.to, words / ranks(), word, ncclSum, communicator, share.stream);
      case OperationKind::broadcast:
        return nccl_.broadcast(share.from, share.to, words, word, 0, communicator, share.stream);
      case OperationKind::reduce:
        return nccl_.reduce(share.from, share.to, words, word, ncclSum, 0, communicator, share.stream);
      case OperationKind::all_to_all:
        return exchange(communicator, share, words / ranks());
      default:
        return ncclInvalidArgument;
    }
  }

  /// All-to-all out of sends and receives: the library has no such call before 2.28.
  ncclResult_t exchange(ncclComm_t communicator, const Share& share, std::size_t block) {
    for (std::size_t peer = 0; peer < ranks(); ++peer) {
      const int number = static_cast<int>(peer);
      ncclResult_t result =
          nccl_.send(share.from + peer * block, block, ncclUint64, number, communicator, share.stream);
      if (result == ncclSuccess) {
        result = nccl_.receive(share.to + peer * block, block, ncclUint64, number, communicator, share.stream);
      }
      if (result != ncclSuccess) return result;
    }
    return ncclSuccess;
  }

  const Library& nccl_;
  std::vector<ncclComm_t> communicators_;
  std::vector<std::pair<std::size_t, ncclWindow_t>> windows_;
  std::vector<void*> memory_;
};

Group::Group(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Group::~Group() = default;

tl::expected<std::unique_ptr<Group>, std::string> Group::make(int ranks) {
  const auto& loaded = library();
  if (!loaded) return tl::unexpected(loaded.error());
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) devices = 0;
  if (devices < ranks || ranks < 1) {
    return tl::unexpected("one rank a GPU: " + std::to_string(ranks) + " ranks need as many GPUs, there are " +
                          std::to_string(devices));
  }
  auto implementation = std::make_unique<Implementation>(*loaded);
  if (std::string error = implementation->initialise(ranks); !error.empty()) return tl::unexpected(std::move(error));
  return std::unique_ptr<Group>(new Group(std::move(implementation)));
}

int Group::ranks() const { return static_cast<int>(implementation_->ranks()); }
int Group::version() const { return implementation_->version(); }

std::string Group::enqueue(OperationKind kind, std::span<const Share> shares, std::size_t words) {
  if (shares.size() != implementation_->ranks()) return "a collective needs the share of every rank";
  return implementation_->enqueue(kind, shares, words);
}

tl::expected<std::uint64_t*, std::string> Group::allocate(int rank, std::size_t words) {
  return implementation_->allocate(rank, words);
}

std::string Group::register_window(std::span<std::uint64_t* const> memory, std::size_t words) {
  if (memory.size() != implementation_->ranks()) return "a symmetric window needs the memory of every rank";
  return implementation_->register_window(memory, words);
}

}  // namespace fencepost::nccl

#include <fencepost/runtime/nccl/group.h>
#include <fencepost/runtime/nccl/library.h>

#include <numeric>
#include <utility>

#include <cuda_runtime_api.h>

namespace fencepost::nccl {
namespace {

Status status_of(ncclResult_t result) {
  switch (result) {
    case ncclSuccess:
      return Status::success;
    case ncclInvalidArgument:
      return Status::ncclInvalidArgument;
    case ncclInvalidUsage:
      return Status::ncclInvalidUsage;
    default:
      return Status::cudaErrorUnknown;
  }
}

}  // namespace

class Group::Implementation {
 public:
  explicit Implementation(const Library& functions) : nccl_(functions) {}
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation() {
    // Windows first, then the communicators that they belong to; their memory is somebody else's.
    for (const Window& window : windows_) static_cast<void>(deregister(window));
    for (const ncclComm_t communicator : communicators_) nccl_.destroy(communicator);
  }

  std::string initialise(int ranks) {
    std::vector<int> devices(static_cast<std::size_t>(ranks));
    std::iota(devices.begin(), devices.end(), 0);
    std::vector<ncclComm_t> communicators(devices.size());
    const ncclResult_t result = nccl_.init_all(communicators.data(), ranks, devices.data());
    if (result != ncclSuccess) return nccl_.error_string(result);
    communicators_ = std::move(communicators);
    return {};
  }

  [[nodiscard]] std::size_t ranks() const { return communicators_.size(); }
  [[nodiscard]] int version() const {
    int version = 0;
    return nccl_.get_version(&version) == ncclSuccess ? version : 0;
  }

  Status enqueue(OperationKind kind, std::span<const Share> shares, std::size_t words) {
    ncclResult_t result = nccl_.group_start();
    for (std::size_t rank = 0; rank < shares.size() && result == ncclSuccess; ++rank) {
      result = enqueue_one(kind, rank, shares[rank], words);
    }
    const ncclResult_t end = nccl_.group_end();
    return status_of(result == ncclSuccess ? end : result);
  }

  tl::expected<WindowNumber, Status> register_window(std::span<std::uint64_t* const> memory, std::size_t words) {
    Window window(memory.size());
    ncclResult_t result = nccl_.group_start();
    for (std::size_t rank = 0; rank < memory.size() && result == ncclSuccess; ++rank) {
      result = nccl_.register_window(communicators_[rank], memory[rank], words * sizeof(std::uint64_t), &window[rank],
                                     NCCL_WIN_COLL_SYMMETRIC);
    }
    const ncclResult_t end = nccl_.group_end();
    if (result == ncclSuccess) result = end;
    if (result != ncclSuccess) return tl::unexpected(status_of(result));
    windows_.push_back(std::move(window));
    return windows_.size() - 1;
  }

  Status deregister_window(WindowNumber number) {
    if (number >= windows_.size()) return Status::ncclInvalidArgument;
    return status_of(deregister(std::exchange(windows_[number], {})));
  }

 private:
  using Window = std::vector<ncclWindow_t>;  // by rank; empty when it was deregistered

  [[nodiscard]] ncclResult_t deregister(const Window& window) const {
    ncclResult_t result = ncclSuccess;
    for (std::size_t rank = 0; rank < window.size(); ++rank) {
      if (window[rank] == nullptr) continue;  // One rank takes a shortcut and gets no window.
      const ncclResult_t one = nccl_.deregister_window(communicators_[rank], window[rank]);
      if (result == ncclSuccess) result = one;
    }
    return result;
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
  std::vector<Window> windows_;
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

Status Group::enqueue(OperationKind kind, std::span<const Share> shares, std::size_t words) {
  if (shares.size() != implementation_->ranks()) return Status::ncclInvalidArgument;
  return implementation_->enqueue(kind, shares, words);
}

tl::expected<WindowNumber, Status> Group::register_window(std::span<std::uint64_t* const> memory, std::size_t words) {
  if (memory.size() != implementation_->ranks()) return tl::unexpected(Status::ncclInvalidArgument);
  return implementation_->register_window(memory, words);
}

Status Group::deregister_window(WindowNumber window) { return implementation_->deregister_window(window); }

}  // namespace fencepost::nccl

#include <fencepost/runtime/nccl/peers.h>

#include <cuda_runtime_api.h>

namespace fencepost::nccl {
namespace {

bool moves_blocks(OperationKind kind) {
  return kind == OperationKind::reduce_scatter || kind == OperationKind::all_to_all;
}

}  // namespace

Peers::Peers(std::span<std::uint64_t* const> arenas) : arena_(arenas[0]) {
  cudaEventCreateWithFlags(&submitted_, cudaEventDisableTiming);
  for (std::size_t rank = 1; rank < arenas.size(); ++rank) {
    Peer peer;
    peer.arena = arenas[rank];
    cudaSetDevice(static_cast<int>(rank));
    cudaStreamCreateWithFlags(&peer.stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&peer.reached, cudaEventDisableTiming);
    peers_.push_back(peer);
  }
  cudaSetDevice(0);
}

Peers::~Peers() {
  for (const Peer& peer : peers_) {
    cudaEventDestroy(peer.reached);
    cudaStreamDestroy(peer.stream);
  }
  cudaEventDestroy(submitted_);
}

bool Peers::give_data(const Peer& peer, std::size_t rank, const cuda::RealCollective& collective) {
  const std::size_t blocks = moves_blocks(collective.kind) ? peers_.size() + 1 : 1;
  const std::size_t length = collective.words / blocks;
  std::uint64_t* const to = peer.arena + (collective.from - arena_);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::uint64_t* const from = collective.from + block_held(block, rank, blocks) * length;
    if (cudaMemcpyAsync(to + block * length, from, length * sizeof(std::uint64_t), cudaMemcpyDefault, peer.stream) !=
        cudaSuccess) {
      return false;
    }
  }
  return true;
}

std::vector<Share> Peers::prepare(const cuda::RealCollective& collective) {
  std::vector<Share> shares{{collective.from, collective.to, collective.stream}};
  if (peers_.empty()) return shares;
  bool well = cudaEventRecord(submitted_, collective.stream) == cudaSuccess;
  for (std::size_t i = 0; i < peers_.size() && well; ++i) {
    const Peer& peer = peers_[i];
    well = cudaSetDevice(static_cast<int>(i + 1)) == cudaSuccess &&
           cudaStreamWaitEvent(peer.stream, submitted_) == cudaSuccess && give_data(peer, i + 1, collective);
    shares.push_back({peer.arena + (collective.from - arena_), peer.arena + (collective.to - arena_), peer.stream});
  }
  cudaSetDevice(0);
  // Rank 0 may overwrite its own data, so the peers must have read them.
  if (!well || !join(collective.stream)) return {};
  return shares;
}

bool Peers::join(CUstream_st* stream) {
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    cudaSetDevice(static_cast<int>(i + 1));
    const bool recorded = cudaEventRecord(peers_[i].reached, peers_[i].stream) == cudaSuccess;
    cudaSetDevice(0);
    if (!recorded || cudaStreamWaitEvent(stream, peers_[i].reached) != cudaSuccess) return false;
  }
  return true;
}

}  // namespace fencepost::nccl

#pragma once

/// The other ranks of the player's communicators, one on each further GPU of this process.
///
/// A schedule shows one rank. The others hold this rank's own data, as movement.h says: for a
/// reduce-scatter or an all-to-all rank q holds our blocks rotated by q, else the same data.

#include <fencepost/runtime/cuda/real_communicators.h>
#include <fencepost/runtime/nccl/group.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

struct CUevent_st;
struct CUstream_st;

namespace fencepost::nccl {

/// The block of rank 0 that rank `rank` of `ranks` holds as its block `block`.
constexpr std::size_t block_held(std::size_t block, std::size_t rank, std::size_t ranks) {
  return (block + rank) % ranks;
}

/// Needs the CUDA runtime. Not thread-safe.
class Peers {
 public:
  /// Memory of every rank, of equal size, rank 0's first; a peer works at the offsets at which rank 0 does.
  explicit Peers(std::span<std::uint64_t* const> arenas);
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;
  ~Peers();

  /// Enqueues what gives each peer its data, between rank 0's stream and the collective that comes
  /// next. Every rank's share; none when CUDA refused.
  std::vector<Share> prepare(const cuda::RealCollective& collective);
  /// Lets rank 0's stream wait for what the peers have been given so far; false when CUDA refused.
  bool join(CUstream_st* stream);

 private:
  struct Peer {
    std::uint64_t* arena = nullptr;
    CUstream_st* stream = nullptr;
    CUevent_st* reached = nullptr;
  };

  bool give_data(const Peer& peer, std::size_t rank, const cuda::RealCollective& collective);

  std::uint64_t* arena_;
  CUevent_st* submitted_ = nullptr;
  std::vector<Peer> peers_;
};

}  // namespace fencepost::nccl

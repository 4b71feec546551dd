#pragma once

/// A real NCCL communicator with one rank on each of the first n GPUs of this process.
///
/// Collectives work on 64-bit words, which NCCL adds modulo 2^64, exactly as the reference does.
/// One GPU gives one rank, and NCCL's one-rank shortcut skips windows and serialisation: such runs
/// are no evidence about either (definitions.md 8). Not thread-safe.

#include <fencepost/traces/operation.h>
#include <fencepost/traces/status.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <tl/expected.hpp>

struct CUstream_st;

namespace fencepost::nccl {

/// One rank's share of a collective: where it reads and writes, and on which stream.
struct Share {
  const std::uint64_t* from = nullptr;
  std::uint64_t* to = nullptr;
  CUstream_st* stream = nullptr;
};

using WindowNumber = std::size_t;

class Group {
 public:
  /// One rank on each of GPUs 0 … `ranks` - 1. Fails with what NCCL or CUDA said.
  static tl::expected<std::unique_ptr<Group>, std::string> make(int ranks);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group();

  [[nodiscard]] int ranks() const;
  /// 22803 for NCCL 2.28.3.
  [[nodiscard]] int version() const;

  /// Enqueues a collective on all ranks at once (one NCCL group). `words` counts what one rank
  /// contributes: to an all-gather its shard, to a reduce-scatter and an all-to-all all its blocks.
  /// Send and receive are not collectives of a whole group: ncclInvalidArgument.
  Status enqueue(OperationKind kind, std::span<const Share> shares, std::size_t words);

  /// Registers memory of every rank (`Memory`) as one symmetric window. The number is this group's.
  tl::expected<WindowNumber, Status> register_window(std::span<std::uint64_t* const> memory, std::size_t words);
  Status deregister_window(WindowNumber window);

 private:
  class Implementation;
  explicit Group(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fencepost::nccl

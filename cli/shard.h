#pragma once

/// Which part of the cases this process runs, when several share them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace fencepost::cli {

/// Every `count`-th case, from `index` on.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// `INDEX/COUNT`; nothing unless INDEX is below COUNT.
std::optional<Shard> parse_shard(std::string_view text);

/// What `--shard` says; without it what GoogleTest's or Slurm's variables say; else everything.
/// Fails with what is wrong.
tl::expected<Shard, std::string> choose_shard(const std::string& option);

}  // namespace fencepost::cli

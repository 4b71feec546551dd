#include "shard.h"

#include <array>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

struct Variables {
  const char* index;
  const char* count;
};
constexpr std::array<Variables, 2> variables{
    {{"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS"}, {"SLURM_PROCID", "SLURM_NTASKS"}}};

bool read(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::optional<Shard> parse_shard(std::string_view text) {
  Shard shard;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  if (!read(text.substr(0, slash), shard.index) || !read(text.substr(slash + 1), shard.count)) return std::nullopt;
  return shard.index < shard.count ? std::optional(shard) : std::nullopt;
}

tl::expected<Shard, std::string> choose_shard(const std::string& option) {
  if (!option.empty()) {
    if (const auto shard = parse_shard(option)) return *shard;
    return tl::unexpected(
        fmt::format("--shard wants INDEX/COUNT with INDEX below COUNT, such as 0/4, not \"{}\"", option));
  }
  for (const Variables& pair : variables) {
    const char* index = std::getenv(pair.index);
    const char* count = std::getenv(pair.count);
    if (index == nullptr || count == nullptr) continue;
    if (const auto shard = parse_shard(fmt::format("{}/{}", index, count))) return *shard;
    return tl::unexpected(
        fmt::format("{}={} and {}={} are no shard; unset them or mend them", pair.index, index, pair.count, count));
  }
  return Shard{};
}

}  // namespace fencepost::cli

#include <fencepost/runtime/gtp/configuration_axes.h>

#include <charconv>
#include <concepts>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

std::string_view text(GraphMode mode) {
  switch (mode) {
    case GraphMode::eager:
      return "eager";
    case GraphMode::local:
      return "local";
    case GraphMode::full_iteration:
      return "full_iteration";
  }
  return "";
}

std::string_view text(ChainMix chains) {
  switch (chains) {
    case ChainMix::graphed:
      return "graphed";
    case ChainMix::ungraphed:
      return "ungraphed";
    case ChainMix::mixed:
      return "mixed";
  }
  return "";
}

std::string_view text(Storage storage) {
  switch (storage) {
    case Storage::plain:
      return "plain";
    case Storage::registered:
      return "registered";
    case Storage::ring:
      return "ring";
    case Storage::arena:
      return "arena";
  }
  return "";
}

std::string_view text(DrainStyle drain) {
  switch (drain) {
    case DrainStyle::cascade:
      return "cascade";
    case DrainStyle::finalizing:
      return "finalizing";
    case DrainStyle::end_of_step:
      return "end_of_step";
  }
  return "";
}

std::string_view text(TorchVersion version) {
  switch (version) {
    case TorchVersion::torch_2_11:
      return "2.11";
    case TorchVersion::torch_main:
      return "main";
    case TorchVersion::torch_2_10:
      return "2.10";
  }
  return "";
}

std::string_view text(ScratchHome home) {
  switch (home) {
    case ScratchHome::reduce_scatter_stream:
      return "reduce_scatter_stream";
    case ScratchHome::compute_stream:
      return "compute_stream";
  }
  return "";
}

std::string_view text(bool value) { return value ? "yes" : "no"; }

std::string text(std::uint64_t value) { return fmt::format("{}", value); }
std::string text(std::uint32_t value) { return fmt::format("{}", value); }

/// Reads a value that `text` wrote; whether it was one.
template <class Value>
bool read(std::string_view word, Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    value = word == "yes";
    return value || word == "no";
  } else if constexpr (std::integral<Value>) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc{} && end == word.data() + word.size();
  } else {
    for (std::underlying_type_t<Value> number = 0; !text(static_cast<Value>(number)).empty(); ++number) {
      value = static_cast<Value>(number);
      if (text(value) == word) return true;
    }
    return false;
  }
}

bool read_axis(std::string_view name, std::string_view word, Configuration& configuration) {
  bool done = false;
  for_each_axis(
      [&](const auto& axis) { done = done || (axis.name == name && read(word, configuration.*axis.member)); });
  return done;
}

}  // namespace

std::string describe(const Configuration& configuration) {
  const Configuration standard;
  std::string out;
  for_each_axis([&](const auto& axis) {
    if (configuration.*axis.member == standard.*axis.member) return;
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", axis.name, text(configuration.*axis.member));
  });
  return out.empty() ? "default" : out;
}

tl::expected<Configuration, std::string> parse_configuration(std::string_view words) {
  Configuration configuration;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    if (word.empty() || word == "default") continue;
    const std::size_t equals = word.find('=');
    const bool known =
        equals != std::string_view::npos && read_axis(word.substr(0, equals), word.substr(equals + 1), configuration);
    if (!known) return tl::unexpected(fmt::format("no axis and value of a configuration: `{}`", word));
  }
  return configuration;
}

}  // namespace fencepost::gtp

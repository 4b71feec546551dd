#include "kept_cases.h"

#include "output_file.h"
#include "trace_files.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

constexpr std::string_view generated_ending = ".generated.trace";

}  // namespace

tl::expected<std::vector<KeptCase>, std::string> read_kept_cases(const std::string& folder) {
  std::vector<KeptCase> kept;
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return kept;
  for (const std::string& path : find_traces(std::vector{folder}).files) {
    if (path.ends_with(generated_ending)) continue;
    auto text = read_text(path);
    if (!text) return tl::unexpected(fmt::format("{}: {}", path, text.error()));
    kept.push_back({path, std::move(*text)});
  }
  return kept;
}

tl::expected<std::string, std::string> keep_case(const std::string& folder, std::string_view name,
                                                 const properties::CaseFinding& finding) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return tl::unexpected(fmt::format("{}: {}", folder, error.message()));
  const std::filesystem::path in(folder);
  const std::string path = (in / fmt::format("{}.trace", name)).string();
  const std::string beside = (in / fmt::format("{}{}", name, generated_ending)).string();
  return write_file(path, finding.trace).and_then([&] { return write_file(beside, finding.generated_trace); }).map([&] {
    return path;
  });
}

}  // namespace fencepost::cli

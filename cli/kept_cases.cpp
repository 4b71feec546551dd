#include "kept_cases.h"

#include "trace_files.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

constexpr std::string_view generated_ending = ".generated.trace";

tl::expected<void, std::string> write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return {};
  return tl::unexpected(
      fmt::format("{}: cannot be written in full; is the disk full or the folder read-only?", path.string()));
}

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
  const std::filesystem::path path = std::filesystem::path(folder) / fmt::format("{}.trace", name);
  if (auto written = write(path, finding.trace); !written) return tl::unexpected(written.error());
  const std::filesystem::path beside = std::filesystem::path(folder) / fmt::format("{}{}", name, generated_ending);
  if (auto written = write(beside, finding.generated_trace); !written) return tl::unexpected(written.error());
  return path.string();
}

}  // namespace fencepost::cli

#include "output_file.h"

#include "trace_files.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

tl::unexpected<std::string> failure(const std::string& path, const std::error_code& reason) {
  return tl::unexpected(fmt::format("{} cannot be written: {}", path, reason.message()));
}

bool write_whole(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return !file.fail();
}

}  // namespace

tl::expected<void, std::string> write_file(const std::string& path, std::string_view text) {
  const std::filesystem::path unfinished = path + ".unfinished";
  errno = 0;
  if (!write_whole(unfinished, text)) {
    const std::error_code reason(errno, std::generic_category());
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    return failure(path, reason);
  }
  std::error_code reason;
  std::filesystem::rename(unfinished, path, reason);
  if (reason) return failure(path, reason);
  return {};
}

tl::expected<void, std::string> write_text(const std::string& path, std::string_view text, std::ostream& out) {
  if (path != standard_input) return write_file(path, text);
  out << text;
  return {};
}

}  // namespace fencepost::cli

#include "trace_files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

namespace filesystem = std::filesystem;

/// The traces of `folder`; on failure `error` says why some may be missing.
std::vector<std::string> traces_below(const std::string& folder, std::error_code& error) {
  std::vector<std::string> files;
  filesystem::recursive_directory_iterator walk(folder, error);
  while (!error && walk != filesystem::end(walk)) {
    std::error_code unreadable;
    if (walk->path().extension() == ".trace" && !walk->is_directory(unreadable)) files.push_back(walk->path().string());
    walk.increment(error);
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string drain(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

FoundTraces find_traces(std::span<const std::string> paths) {
  FoundTraces found;
  for (const std::string& path : paths) {
    std::error_code error;
    if (path == standard_input || !filesystem::is_directory(path, error)) {
      found.files.push_back(path);
      continue;
    }
    error.clear();
    std::vector<std::string> files = traces_below(path, error);
    if (error) {
      found.problems.push_back(fmt::format("{}: {}", path, error.message()));
    } else if (files.empty()) {
      found.problems.push_back(fmt::format("{}: no .trace file in this folder", path));
    }
    std::move(files.begin(), files.end(), std::back_inserter(found.files));
  }
  return found;
}

tl::expected<std::string, std::string> read_text(const std::string& path) {
  if (path == standard_input) return drain(std::cin);
  std::error_code error;
  if (filesystem::is_directory(path, error)) return tl::unexpected<std::string>("is a folder, not a trace file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected("cannot be read: " + std::generic_category().message(errno));
  std::string text = drain(file);
  if (file.bad()) return tl::unexpected("cannot be read: " + std::generic_category().message(errno));
  return text;
}

}  // namespace fencepost::cli

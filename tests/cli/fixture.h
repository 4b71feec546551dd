#pragma once

/// Traces for the end-to-end tests, and a folder to put them in.

#include "process.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::tests {

/// One stream: everything is in order.
inline constexpr std::string_view clean_trace = R"(fencepost 1
stream main
buffer x 1KiB
kernel produce stream=main writes=x
kernel consume stream=main reads=x
)";

/// Two streams and nothing between them.
inline constexpr std::string_view racy_trace = R"(fencepost 1
stream main
stream side
buffer x 1KiB
kernel produce stream=main writes=x
kernel consume stream=side reads=x
)";

inline constexpr std::string_view bad_trace = R"(fencepost 1
kernel produce stream=nowhere
)";

class CommandLine : public ::testing::Test {
 protected:
  CommandLine() {
    std::string pattern = (std::filesystem::temp_directory_path() / "fencepost-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~CommandLine() override { std::filesystem::remove_all(folder_); }

  /// Writes a file below the test's folder and returns its path.
  std::string file(const std::string& name, std::string_view text) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  [[nodiscard]] std::string folder() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace fencepost::tests

#include "corpus.h"

#include <fencepost/traces/reader.h>

#include <algorithm>
#include <cctype>

#include <gtest/gtest.h>

namespace fencepost::tests {

std::vector<std::string> corpus_traces() {
  const std::filesystem::path folder = FENCEPOST_CORPUS;
  std::vector<std::string> traces;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".trace") traces.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(traces.begin(), traces.end());
  return traces;
}

Schedule corpus_schedule(const std::string& relative_path) {
  auto schedule = read_schedule(std::filesystem::path(FENCEPOST_CORPUS) / relative_path);
  if (schedule) return std::move(*schedule);
  ADD_FAILURE() << render(schedule.error());
  return {};
}

std::string case_name(std::string relative_path) {
  const std::size_t ending = relative_path.rfind(".trace");
  if (ending != std::string::npos) relative_path.resize(ending);
  for (char& c : relative_path) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return relative_path;
}

}  // namespace fencepost::tests

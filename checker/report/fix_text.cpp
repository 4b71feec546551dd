#include <fencepost/checker/report/fix_text.h>

#include <fmt/format.h>

namespace fencepost::checker {

std::vector<std::string> diff(const Fix& fix, const SourceLines& source) {
  std::vector<std::string> result;
  for (const Edit& edit : fix.edits) {
    if (edit.kind != Edit::Kind::insert_before) {
      result.push_back(fmt::format("{:>6} - {}", edit.line, source.line(edit.line)));
    }
    if (edit.kind != Edit::Kind::remove) {
      result.push_back(fmt::format("{:>6} + {}", edit.line, edit.text));
    }
  }
  return result;
}

std::string cost(const Fix& fix) {
  std::string result = fix.waits_added == 0 ? "adds no wait" : "adds " + counted(fix.waits_added, "wait");
  if (fix.peak_bytes_added > 0) {
    result += ", and " + size_in_words(static_cast<std::uint64_t>(fix.peak_bytes_added)) + " at the peak";
  } else if (fix.peak_bytes_added < 0) {
    result += ", and saves " + size_in_words(static_cast<std::uint64_t>(-fix.peak_bytes_added)) + " at the peak";
  } else {
    result += " and no bytes";
  }
  return result;
}

}  // namespace fencepost::checker

#include <fencepost/checker/report/text.h>
#include <fencepost/traces/parser.h>

#include <checker/report/corpus_reports.h>
#include <corpus/corpus.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include <gtest/gtest.h>

namespace fencepost::checker {

namespace {

Told tell(const std::string& trace, std::string path) {
  const std::string text = content_of(std::filesystem::path(FENCEPOST_CORPUS) / trace);
  const auto schedule = parse(text, path);
  if (!schedule) {
    ADD_FAILURE() << render(schedule.error());
    return {};
  }
  AuditedFile file;
  file.path = std::move(path);
  file.schedule = &*schedule;
  file.text = text;
  file.report = audit(*schedule, {.rules = {}, .explain = true, .fixes = true, .text = text});
  std::ostringstream out;
  write_text(out, file);
  return {trace, std::move(*file.report), out.str()};
}

}  // namespace

std::string report_on(const std::string& trace) {
  return tell(trace + ".trace", "traces/corpus/" + trace + ".trace").text;
}

const std::vector<Told>& told() {
  static const std::vector<Told> all = [] {
    std::vector<Told> result;
    for (const std::string& trace : fencepost::tests::corpus_traces()) result.push_back(tell(trace, "x.trace"));
    return result;
  }();
  return all;
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace fencepost::checker

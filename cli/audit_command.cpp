#include "commands.h"
#include "loaded_trace.h"
#include "tally.h"
#include "trace_files.h"
#include <fencepost/checker/audit.h>
#include <fencepost/checker/expectations/expectations.h>
#include <fencepost/checker/report/json.h>
#include <fencepost/checker/report/text.h>

#include <deque>
#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

/// Audits files one after the other; one that cannot be read does not stop the others.
class Auditor {
 public:
  Auditor(const AuditOptions& options, std::ostream& out, std::ostream& err)
      : options_(options), out_(out), err_(err) {}

  ExitStatus run() {
    const FoundTraces found = find_traces(options_.paths);
    for (const std::string& problem : found.problems) {
      err_ << fmt::format("error: {}\n", problem);
      tally_.add(ExitStatus::bad_input);
    }
    for (const std::string& path : found.files) tally_.add(audit(path));
    if (options_.json) {
      checker::write_json(out_, audited_);
    } else if (found.files.size() + found.problems.size() > 1) {
      out_ << (options_.check_expectations ? tally_.summary("as expected", "with surprises")
                                           : tally_.summary("clean", "with hazards"))
           << '\n';
    }
    return tally_.status();
  }

 private:
  ExitStatus audit(const std::string& path) {
    if (!options_.json) traces_.clear();  // JSON is written at the end, from all of them
    const LoadedTrace& trace = traces_.emplace_back(load_trace(path));
    checker::AuditedFile file{
        .path = path, .errors = trace.errors, .report = {}, .schedule = nullptr, .text = trace.text};
    if (trace.schedule) {
      file.schedule = &*trace.schedule;
      file.report =
          checker::audit(*trace.schedule, {.rules = {}, .explain = true, .fixes = options_.fixes, .text = trace.text});
    }
    const ExitStatus status = judge(file);
    if (options_.json) audited_.push_back(std::move(file));
    return status;
  }

  ExitStatus judge(const checker::AuditedFile& file) {
    if (!file.report || file.report->error) {
      write_report(file);
      return ExitStatus::bad_input;
    }
    if (options_.check_expectations) return compare(file);
    write_report(file);
    return file.report->hazards.empty() ? ExitStatus::clean : ExitStatus::hazards;
  }

  /// With expectations, a report is of interest only where it surprises.
  ExitStatus compare(const checker::AuditedFile& file) {
    const auto surprises = checker::compare_with_expectations(*file.schedule, *file.report);
    for (const checker::Surprise& surprise : surprises) {
      err_ << fmt::format("{}:{}: {}\n", file.path, surprise.line, surprise.message);
    }
    if (!surprises.empty()) {
      write_report(file);
      return ExitStatus::hazards;
    }
    if (!options_.json) out_ << fmt::format("{}: as expected\n", file.path);
    return ExitStatus::clean;
  }

  void write_report(const checker::AuditedFile& file) {
    if (!options_.json) checker::write_text(out_, file, {.color = options_.color, .quiet = options_.quiet});
  }

  const AuditOptions& options_;
  std::ostream& out_;
  std::ostream& err_;
  Tally tally_;
  std::deque<LoadedTrace> traces_;  // stable storage: the audited files point into it
  std::vector<checker::AuditedFile> audited_;
};

}  // namespace

ExitStatus run(const AuditOptions& options, std::ostream& out, std::ostream& err) {
  return Auditor(options, out, err).run();
}

}  // namespace fencepost::cli

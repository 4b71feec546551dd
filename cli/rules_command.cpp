#include "commands.h"
#include "loaded_trace.h"
#include <fencepost/checker/expectations/expectations.h>
#include <fencepost/model/rules.h>

#include <filesystem>
#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

void write_table(std::ostream& out) {
  for (const model::RuleEntry& entry : model::rule_table()) {
    out << fmt::format("{}\n  meaning:    {}\n  source:     {}\n  wrong form: {}\n  guarded by: {}\n", entry.name,
                       entry.meaning, entry.source, entry.wrong_form, entry.killed_by);
  }
}

/// Whether the trace that guards a rule notices when the rule is broken, and only then.
ExitStatus check(const model::RuleEntry& entry, const std::string& corpus, std::ostream& out, std::ostream& err) {
  if (entry.killed_by.empty()) {
    out << fmt::format("unguarded     {}\n", entry.name);
    return ExitStatus::hazards;
  }
  const LoadedTrace trace = load_trace((std::filesystem::path(corpus) / entry.killed_by).string());
  if (!trace.schedule) {
    write_errors(err, trace);
    return ExitStatus::bad_input;
  }
  if (!checker::surprises(*trace.schedule).empty()) {
    out << fmt::format("fails anyway  {}  ({})\n", entry.name, entry.killed_by);
    return ExitStatus::hazards;
  }
  const bool killed = !checker::surprises(*trace.schedule, model::Rules{}.without(entry.rule)).empty();
  out << fmt::format("{}  {}  ({})\n", killed ? "killed      " : "survived    ", entry.name, entry.killed_by);
  return killed ? ExitStatus::clean : ExitStatus::hazards;
}

}  // namespace

ExitStatus run(const RulesOptions& options, std::ostream& out, std::ostream& err) {
  if (options.corpus.empty()) {
    write_table(out);
    return ExitStatus::clean;
  }
  ExitStatus status = ExitStatus::clean;
  std::size_t killed = 0;
  for (const model::RuleEntry& entry : model::rule_table()) {
    const ExitStatus one = check(entry, options.corpus, out, err);
    if (one == ExitStatus::clean) ++killed;
    status = worse(status, one);
  }
  out << fmt::format("{} of {} broken rules were noticed\n", killed, model::rule_table().size());
  return status;
}

}  // namespace fencepost::cli

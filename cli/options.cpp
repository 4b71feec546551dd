#include "options.h"

#include "version.h"

#include <charconv>
#include <map>
#include <optional>
#include <ostream>
#include <unistd.h>

#include <CLI/CLI.hpp>

namespace fencepost::cli {

namespace {

constexpr std::string_view closing_words =
    "Exit status: 0 clean, 1 hazards, 2 bad input, 3 model and card disagree, 77 no GPU; of several\n"
    "files the gravest in the order 2, 3, 77, 1, 0. 130: ended by Ctrl-C before there was a verdict.";

struct AuditArguments {
  AuditOptions audit;
  bool fix = false;
  std::string output;
};

CLI::App* add_audit(CLI::App& app, AuditArguments& arguments) {
  AuditOptions& options = arguments.audit;
  CLI::App* audit = app.add_subcommand("audit", "Find the hazards of schedules");
  audit->add_option("PATH", options.paths, "Trace files, folders of *.trace files, or - for standard input")
      ->required();
  audit->add_option("--format", options.json, "text (default) or json")
      ->transform(CLI::CheckedTransformer(std::map<std::string, bool>{{"text", false}, {"json", true}}))
      ->type_name("text|json");
  audit->add_flag("--check-expectations", options.check_expectations,
                  "Compare what is found with the expect clauses of each trace");
  audit->add_flag("!--no-fixes", options.fixes, "Do not search for repairs");
  CLI::Option* output =
      audit->add_option("-o,--output", arguments.output, "With --fix: the file to write, or - for standard output");
  CLI::Option* fix =
      audit->add_flag("--fix", arguments.fix, "Write the schedule with its hazards mended, one verified fix at a time");
  fix->needs(output);
  output->needs(fix);
  audit->add_flag("--quiet", options.quiet, "Verdicts and one line for each hazard");
  audit->add_flag("--color,!--no-color", options.color, "Colours; by default on a terminal only");
  return audit;
}

CLI::App* add_minimise(CLI::App& app, MinimiseOptions& options) {
  CLI::App* minimise = app.add_subcommand(
      "minimise", "Leave out every statement that a hazard does not need (one hazard, all else goes)");
  minimise->add_option("FILE", options.path, "A trace file, or - for standard input")->required();
  minimise->add_option("-o,--output", options.output, "The file to write, or - for standard output")
      ->capture_default_str();
  minimise->add_option("--hazard", options.fingerprint, "The fingerprint of the hazard to keep; by default the first");
  return minimise;
}

struct ExplainArguments {
  std::string subject;
  std::vector<std::string> ends;
};

CLI::App* add_explain(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* explain = app.add_subcommand("explain", "Say what a hazard is, or what orders two operations");
  explain->add_option("SLUG|FILE", arguments.subject, "A hazard's name, or a trace file followed by A and B")
      ->required();
  explain->add_option("A B", arguments.ends, "Two operations: line numbers, or names of work")->expected(0, 2);
  return explain;
}

CLI::App* add_show(CLI::App& app, ShowOptions& options) {
  CLI::App* show = app.add_subcommand("show", "Draw a schedule, one lane for each stream");
  show->add_option("FILE", options.path, "A trace file, or - for standard input")->required();
  show->add_option("--width", options.width, "Columns of the page")->check(CLI::Range(40, 1000))->capture_default_str();
  show->add_option("--rows", options.rows, "Most rows to draw")->check(CLI::PositiveNumber)->capture_default_str();
  show->add_flag("--fold-launches", options.fold_launches, "Draw a launch as one row");
  return show;
}

CLI::App* add_convert(CLI::App& app, ConvertOptions& options) {
  using Format = ConvertOptions::Format;
  CLI::App* convert = app.add_subcommand("convert", "Write a schedule for other tools");
  convert->add_option("--to", options.format, "dot: happens-before for Graphviz; std: for race detectors of threads")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, Format>{{"dot", Format::dot}, {"std", Format::std_trace}}))
      ->type_name("dot|std")
      ->required();
  convert->add_option("FILE", options.path, "A trace file, or - for standard input")->required();
  return convert;
}

CLI::App* add_check(CLI::App& app, CheckOptions& options) {
  using Suite = CheckOptions::Suite;
  using Format = CheckOptions::Format;
  CLI::App* check =
      app.add_subcommand("check", "Look for hazards in generated jobs, or for disagreements of the engines");
  check->add_option("--suite", options.suite, "gtp (default): jobs of the GTP engine; raw, allocator: engines compared")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Suite>{{"gtp", Suite::gtp}, {"raw", Suite::raw}, {"allocator", Suite::allocator}}))
      ->type_name("gtp|raw|allocator");
  check->add_option("--cases", options.cases, "How many cases, over all shards")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  check->add_option("--seed", options.seed, "Of all choices")->capture_default_str();
  check->add_option("--case", options.only_case, "Only the case of this number");
  check->add_option("--max-size", options.max_size, "Most commands (gtp) or sections of a case")
      ->check(CLI::Range(1, 200));
  check->add_option("--mutation", options.mutation, "Switch one rule of the engine off; all: one after the other")
      ->type_name("NAME|all");
  check->add_flag("--list-mutations", options.list_mutations, "List the mutations, one a line, the name first");
  check
      ->add_option("--shard", options.shard, "Every COUNT-th case; by default as GoogleTest's or Slurm's variables say")
      ->type_name("INDEX/COUNT");
  check->add_option("--save", options.save, "Keep findings in this folder; those kept before are judged first")
      ->type_name("FOLDER");
  check->add_option("--jobs", options.jobs, "Threads (default: one for each core)")->check(CLI::Range(1, 1024));
  check->add_flag("--gpu", options.gpu, "Also play on the GPU: cases in lockstep with the model, findings aimed at");
  check->add_option("--format", options.format, "text (default), json or junit")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Format>{{"text", Format::text}, {"json", Format::json}, {"junit", Format::junit}}))
      ->type_name("text|json|junit");
  return check;
}

CLI::App* add_rules(CLI::App& app, RulesOptions& options) {
  CLI::App* rules = app.add_subcommand("rules", "List the rules of CUDA, NCCL and the pools that verdicts rest on");
  rules
      ->add_option("--check", options.corpus, "Break each rule in turn; the trace in CORPUS that guards it must notice")
      ->type_name("CORPUS");
  return rules;
}

/// A number below 2^32 and nothing else.
std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Takes over one `--delays`; says what is wrong with it.
std::string read_delays(const std::string& text, ReplayOptions& options) {
  constexpr std::string_view seeded = "seed:";
  if (text == "none") return {};
  if (text == "aimed") return options.aimed = true, std::string();
  if (text == "sweep") return options.sweep = true, std::string();
  if (text.starts_with(seeded)) options.seed = number(std::string_view(text).substr(seeded.size()));
  return options.seed ? std::string() : "\"" + text + "\" is none of none, aimed, sweep, seed:N";
}

CLI::App* add_replay(CLI::App& app, ReplayOptions& options) {
  CLI::App* replay = app.add_subcommand("replay", "Play schedules on a GPU, in lockstep with the model");
  replay->add_option("PATH", options.paths, "Trace files, folders of *.trace files, or - for standard input")
      ->required();
  replay
      ->add_option_function<std::vector<std::string>>(
          "--delays",
          [&options](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
              if (const std::string fault = read_delays(text, options); !fault.empty()) {
                throw CLI::ValidationError("--delays", fault);
              }
            }
          },
          "What sleeps: none (default), aimed at each hazard, sweep (every line in turn), seed:N; several\n"
          "with commas between them")
      ->delimiter(',')
      ->type_name("none|aimed|sweep|seed:N");
  replay->add_flag("--relinearise", options.relinearise, "Also create the nodes of graphs in other orders");
  replay->add_option("--replays", options.replays, "Runs of each kind of delays")
      ->check(CLI::Range(1U, 1000000U))
      ->capture_default_str();
  replay->add_option("--format", options.json, "text (default), or json: an object a line")
      ->transform(CLI::CheckedTransformer(std::map<std::string, bool>{{"text", false}, {"json", true}}))
      ->type_name("text|json");
  return replay;
}

/// The first argument, when it looks like a command and is none; CLI11 itself would only say that a
/// command is missing.
std::string_view unknown_command(CLI::App& app, int argument_count, const char* const* arguments) {
  const std::string_view first = argument_count > 1 ? arguments[1] : "";
  if (first.starts_with('-')) return {};
  const auto same_name = [first](const CLI::App* command) { return command->get_name() == first; };
  return app.get_subcommands(same_name).empty() ? first : std::string_view{};
}

tl::expected<Command, ExitStatus> audit_command(const AuditArguments& arguments, std::ostream& err) {
  if (!arguments.fix) return arguments.audit;
  if (arguments.audit.paths.size() == 1) return FixOptions{arguments.audit.paths.front(), arguments.output};
  err << "error: --fix takes one trace at a time\n";
  return tl::unexpected(ExitStatus::bad_input);
}

}  // namespace

tl::expected<Command, ExitStatus> parse_command_line(int argument_count, const char* const* arguments,
                                                     std::ostream& out, std::ostream& err) {
  AuditArguments audit_arguments;
  audit_arguments.audit.color = isatty(STDOUT_FILENO) != 0;
  MinimiseOptions minimise_options;
  ExplainArguments explain_arguments;
  ShowOptions show_options;
  ConvertOptions convert_options;
  CheckOptions check_options;
  RulesOptions rules_options;
  ReplayOptions replay_options;

  CLI::App app{"Finds reuse, fence and capture hazards in CUDA schedules.", "fencepost"};
  app.set_version_flag("--version", std::string(version));
  app.footer(std::string(closing_words));
  app.require_subcommand(1);
  const CLI::App* audit = add_audit(app, audit_arguments);
  const CLI::App* minimise = add_minimise(app, minimise_options);
  const CLI::App* explain = add_explain(app, explain_arguments);
  const CLI::App* show = add_show(app, show_options);
  const CLI::App* convert = add_convert(app, convert_options);
  const CLI::App* check = add_check(app, check_options);
  const CLI::App* rules = add_rules(app, rules_options);
  const CLI::App* replay = add_replay(app, replay_options);
  app.add_subcommand("doctor", "Say what there is of GPU, driver and libraries, and what works here");

  if (const std::string_view unknown = unknown_command(app, argument_count, arguments); !unknown.empty()) {
    err << "error: no command is called \"" << unknown << "\"; see fencepost --help\n";
    return tl::unexpected(ExitStatus::bad_input);
  }
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {  // the library's only way to say so
    const bool answered = app.exit(error, out, err) == 0;
    return tl::unexpected(answered ? ExitStatus::clean : ExitStatus::bad_input);
  }

  if (audit->parsed()) return audit_command(audit_arguments, err);
  if (minimise->parsed()) return minimise_options;
  if (explain->parsed() && explain_arguments.ends.empty()) return ExplainHazardOptions{explain_arguments.subject};
  if (explain->parsed() && explain_arguments.ends.size() == 2) {
    return ExplainOrderOptions{explain_arguments.subject, explain_arguments.ends[0], explain_arguments.ends[1]};
  }
  if (explain->parsed()) {
    err << "error: explain takes a hazard's name, or a trace file and two operations\n";
    return tl::unexpected(ExitStatus::bad_input);
  }
  if (show->parsed()) return show_options;
  if (convert->parsed()) return convert_options;
  if (check->parsed()) return check_options;
  if (rules->parsed()) return rules_options;
  if (replay->parsed()) return replay_options;
  return DoctorOptions{};
}

}  // namespace fencepost::cli

#pragma once

/// The command line as values: one structure for each command. CLI11 is known to options.cpp only.

#include "exit_status.h"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::cli {

/// `fencepost audit PATH…`
struct AuditOptions {
  std::vector<std::string> paths;  ///< files, folders, or `-` for standard input
  bool json = false;
  bool check_expectations = false;
  bool fixes = true;
  bool quiet = false;
  bool color = false;  ///< ANSI colours: for terminals only
};

/// `fencepost audit --fix FILE -o OUT`
struct FixOptions {
  std::string path;
  std::string output;  ///< a file, or `-` for standard output
};

/// `fencepost minimise FILE`
struct MinimiseOptions {
  std::string path;
  std::string output = "-";
  std::string fingerprint;  ///< of the hazard to keep; empty: the first
};

/// `fencepost explain SLUG`
struct ExplainHazardOptions {
  std::string slug;
};

/// `fencepost explain FILE A B`
struct ExplainOrderOptions {
  std::string path;
  std::string first, second;  ///< line numbers or names of work
};

/// `fencepost show FILE`
struct ShowOptions {
  std::string path;
  std::size_t width = 100;
  std::size_t rows = 200;
  bool fold_launches = false;
};

/// `fencepost convert --to FORMAT FILE`
struct ConvertOptions {
  enum class Format : std::uint8_t { dot, std_trace } format = Format::dot;
  std::string path;
};

/// `fencepost check`
struct CheckOptions {
  enum class Suite : std::uint8_t { gtp, raw, allocator } suite = Suite::gtp;
  enum class Format : std::uint8_t { text, json, junit } format = Format::text;
  std::uint64_t cases = 1000;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> only_case;
  std::uint32_t max_size = 0;  ///< commands or sections of a case at most; 0: the suite's own bound
  std::string mutation;        ///< a name, `all`, or empty for the whole engine
  bool list_mutations = false;
  std::string shard;  ///< INDEX/COUNT; empty: from the environment
  std::string save;   ///< folder for findings; empty: they are printed
  unsigned jobs = 0;  ///< threads; 0: one for each core
  bool gpu = false;   ///< also play on the GPU; cases are smaller then
};

/// `fencepost replay PATH…`
struct ReplayOptions {
  std::vector<std::string> paths;
  bool json = false;
  // Kinds of delay plans; none of them: no delays.
  bool aimed = false;
  bool sweep = false;
  std::optional<std::uint32_t> seed;
  bool relinearise = false;
  std::uint32_t replays = 20;  ///< of each kind of plan
};

/// `fencepost doctor`
struct DoctorOptions {};

/// `fencepost rules`
struct RulesOptions {
  std::string corpus;  ///< with `--check`: the folder that the rules' traces are in
};

using Command = std::variant<AuditOptions, FixOptions, MinimiseOptions, ExplainHazardOptions, ExplainOrderOptions,
                             ShowOptions, ConvertOptions, CheckOptions, RulesOptions, ReplayOptions, DoctorOptions>;

/// The command that the arguments ask for. When there is none to run (help, version, bad usage),
/// what there is to say has been written and the exit status is returned.
tl::expected<Command, ExitStatus> parse_command_line(int argument_count, const char* const* arguments,
                                                     std::ostream& out, std::ostream& err);

}  // namespace fencepost::cli

#pragma once

/// The one table of statements. Parser, printer, error messages and the reference in
/// docs/trace-format.md all follow from it.

#include <fencepost/traces/namespaces.h>
#include <fencepost/traces/operation.h>
#include <fencepost/traces/option.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fencepost {

/// What a statement does to the thing it names.
enum class Effect : std::uint8_t { none, creates, uses, destroys };

/// What follows the name (or the keyword, where there is no name).
enum class Argument : std::uint8_t {
  none,
  size,          ///< of a buffer, in bytes
  node,          ///< the second end of an edge
  capture_mode,  ///< a word
  repetitions,   ///< a number or `forever`, then `{`
};

struct Statement {
  OperationKind kind = OperationKind::kernel;
  std::string_view keyword = {};
  std::string_view what = {};  ///< the second word of `query event` and its like; empty elsewhere
  Namespace space = Namespace::none;
  Effect effect = Effect::none;
  bool name_is_optional = false;
  Argument argument = Argument::none;
  OptionList options = {};  ///< all that it takes, in the order of the manual and the printer
  OptionSet required = {};  ///< those of them that must be given

  /// The operation is a piece of work (or a node) that `name` is the label of.
  [[nodiscard]] bool names_work() const { return space == Namespace::label && effect == Effect::creates; }
};

/// Every statement, in the order of `OperationKind`.
extern const std::array<Statement, operation_kind_count> statement_table;

inline const Statement& statement_of(OperationKind kind) { return statement_table[static_cast<std::uint8_t>(kind)]; }

/// The statements that start with `keyword` (`query` starts two); empty when none does.
std::span<const Statement> statements_starting(std::string_view keyword);

/// The keyword or keywords: `query event`.
std::string full_keyword(const Statement& statement);
/// The whole form, as the manual gives it: `record E stream=S [external]`.
std::string synopsis(const Statement& statement);

}  // namespace fencepost

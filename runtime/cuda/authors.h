#pragma once

/// Who writes words: an operation, run eagerly or as a node of one executable graph.
///
/// Values are keyed by (executable, operation), so that two executables of one graph never write
/// the same word (definitions.md 21). The model's side and the card's side number authors through the
/// same table, in whatever order they meet them. Not thread-safe.

#include <fencepost/runtime/cuda/words.h>
#include <fencepost/traces/names.h>
#include <fencepost/traces/operation.h>

#include <map>
#include <string>
#include <vector>

namespace fencepost::cuda {

struct AuthorKey {
  ExecutableId executable;  ///< none: eager work, or a captured node that no executable has yet
  std::uint32_t line = 0;
  LabelId label;
  OperationKind kind = OperationKind::kernel;
  bool captured = false;
  /// Captured work: how many nodes of the same capture with the same line came before it.
  std::uint32_t occurrence = 0;

  friend auto operator<=>(const AuthorKey&, const AuthorKey&) = default;
};

class Authors {
 public:
  Authors();

  /// The number of `key`, new or old.
  AuthorId intern(const AuthorKey& key);
  [[nodiscard]] const AuthorKey& operator[](AuthorId author) const { return keys_[author]; }
  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  /// No further author fits into a word.
  [[nodiscard]] bool full() const { return keys_.size() >= most_authors; }

 private:
  std::vector<AuthorKey> keys_;
  std::map<AuthorKey, AuthorId> index_;
};

/// How many nodes with the same line a capture has had so far, by key.
class Occurrences {
 public:
  /// The key of the next captured node that `line`, `label` and `kind` describe.
  AuthorKey next(std::uint32_t line, LabelId label, OperationKind kind);

 private:
  std::map<AuthorKey, std::uint32_t> seen_;
};

/// `exchange (line 7)`, `replay 3 of step: exchange (line 7)`; executions count from 0 here and
/// from 1 in the text. An eager operation that ran once shows no number.
std::string describe(const Names& names, const AuthorKey& author, std::uint32_t execution);

}  // namespace fencepost::cuda

#include <fencepost/runtime/cuda/authors.h>

#include <fmt/format.h>

namespace fencepost::cuda {

Authors::Authors() { intern(AuthorKey{}); }

AuthorId Authors::intern(const AuthorKey& key) {
  const auto [position, is_new] = index_.try_emplace(key, static_cast<AuthorId>(keys_.size()));
  if (is_new) keys_.push_back(key);
  return position->second;
}

AuthorKey Occurrences::next(std::uint32_t line, LabelId label, OperationKind kind) {
  AuthorKey key{ExecutableId::none(), line, label, kind, true, 0};
  key.occurrence = seen_[key]++;
  return key;
}

std::string describe(const Names& names, const AuthorKey& author, std::uint32_t execution) {
  if (author == AuthorKey{}) return "nobody (initial contents)";
  std::string text;
  if (author.executable.exists()) {
    text = fmt::format("replay {} of {}: ", execution + 1, names[author.executable]);
  } else if (execution != 0) {
    text = fmt::format("run {} of ", execution + 1);
  }
  text += author.label.exists() ? names[author.label] : "unnamed work";
  return text + fmt::format(" (line {})", author.line);
}

}  // namespace fencepost::cuda

#include <fencepost/traces/line_source.h>

#include <cstring>

namespace fencepost {
namespace {

/// A whole line always fits, with its end.
constexpr std::size_t block_size = 2 * LineSource::longest_line;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

LineSource::LineSource(std::string_view text) : rest_(text) { skip_byte_order_mark(); }

LineSource::LineSource(std::istream& stream) : stream_(&stream), block_(block_size) {
  refill();
  skip_byte_order_mark();
}

void LineSource::skip_byte_order_mark() {
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

bool LineSource::refill() {
  if (stream_ == nullptr) return false;
  if (!rest_.empty()) std::memmove(block_.data(), rest_.data(), rest_.size());
  const std::size_t kept = rest_.size();
  stream_->read(block_.data() + kept, static_cast<std::streamsize>(block_.size() - kept));
  const auto added = static_cast<std::size_t>(stream_->gcount());
  failed_ = stream_->bad();
  rest_ = {block_.data(), kept + added};
  return added != 0 && !failed_;
}

void LineSource::finish_line(std::string_view line) {
  too_long_ = too_long_ || line.size() > longest_line;
  line_ = too_long_ ? std::string_view{} : line;
  if (line_.ends_with('\r')) line_.remove_suffix(1);
}

bool LineSource::next() {
  too_long_ = false;
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = rest_.find('\n', searched);
    if (end != std::string_view::npos) {
      finish_line(rest_.substr(0, end));
      rest_.remove_prefix(end + 1);
      return true;
    }
    searched = rest_.size();
    if (stream_ != nullptr && searched > longest_line) {
      too_long_ = true;
      searched = 0;
      rest_ = {};
    }
    if (refill()) continue;
    if (failed_ || (rest_.empty() && !too_long_)) return false;
    finish_line(rest_);
    rest_ = {};
    return true;
  }
}

}  // namespace fencepost

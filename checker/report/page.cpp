#include <fencepost/checker/report/page.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// Where a comment starts: at the first `#` outside quotes.
std::size_t comment_start(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && quoted) {
      ++i;
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == '#' && !quoted) {
      return i;
    }
  }
  return line.size();
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

std::string wrap(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (used != 0 && used + 1 + columns(word) > width) {
      result += '\n';
      used = 0;
    }
    if (used == 0) {
      result.append(indent, ' ');
      used = indent;
    } else {
      result += ' ';
      ++used;
    }
    result += word;
    used += columns(word);
  }
  return result.empty() ? result : result + '\n';
}

std::string shorten(std::string_view text, std::size_t width) {
  if (columns(text) <= width) {
    return std::string(text);
  }
  constexpr std::string_view ellipsis = "…";
  std::size_t end = 0;
  for (std::size_t kept = 0; end < text.size(); ++end) {
    if (!is_continuation(text[end]) && ++kept >= width) {
      break;
    }
  }
  return std::string(text.substr(0, end)).append(ellipsis);
}

SourceLines::SourceLines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines_.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string_view SourceLines::line(std::uint32_t number) const {
  return number == 0 || number > lines_.size() ? std::string_view{} : lines_[number - 1];
}

std::string_view SourceLines::statement(std::uint32_t number) const {
  const std::string_view whole = line(number);
  return trimmed(whole.substr(0, comment_start(whole)));
}

}  // namespace fencepost::checker

#include "progress.h"

#include <ostream>
#include <utility>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

constexpr std::chrono::milliseconds between_on_terminal{200};
constexpr std::chrono::seconds between_elsewhere{30};

}  // namespace

Progress::Progress(std::ostream& err, bool terminal, std::string what, std::uint64_t cases)
    : err_(err), terminal_(terminal), what_(std::move(what)), cases_(cases) {}

Progress::~Progress() {
  if (terminal_ && written_) err_ << "\r\x1b[K" << std::flush;
}

void Progress::show(std::uint64_t done) {
  const Clock::time_point now = Clock::now();
  if (now - shown_ < (terminal_ ? Clock::duration(between_on_terminal) : Clock::duration(between_elsewhere))) return;
  shown_ = now;
  written_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done) / seconds;
  const std::string line = fmt::format("{}: {} of {} cases, {:.0f}/s, nothing found, {:.0f} s left", what_, done,
                                       cases_, rate, static_cast<double>(cases_ - done) / rate);
  err_ << (terminal_ ? "\r\x1b[K" : "") << line << (terminal_ ? "" : "\n") << std::flush;
}

}  // namespace fencepost::cli

/// fencepost_card_raw: plays raw schedules on the GPU, and says where a status is none of the model's.
/// Exit status: 0 all agreed, 1 some differed, 2 bad usage, 77 no GPU.

#include "raw_lockstep.h"
#include <fencepost/runtime/cuda/children.h>
#include <fencepost/runtime/cuda/replay_files.h>
#include <fencepost/runtime/cuda/workspace.h>
#include <fencepost/runtime/cuda/wrong_value_text.h>

#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

using namespace fencepost;
using Clock = std::chrono::steady_clock;

struct Campaign {
  std::uint64_t seed = 1, first = 0, stride = 1, cases = 1000;
  std::size_t shrink_attempts = 300;
  double seconds = 0;  ///< 0: no limit
  properties::RawSettings raw;
};

/// What a child holds from case to case.
struct Card {
  std::unique_ptr<cuda::Workspace> workspace;
  cuda::Watchdog watchdog;
  std::set<std::string> seen;  // summaries that a trace has been shrunk for
};

/// One letter for the kind of verdict, its calls, its summary; then the trace, if there is one.
std::string message(char kind, std::uint64_t calls, const std::string& summary, const std::string& trace = {}) {
  return fmt::format("{}{}\n{}\n{}", kind, calls, summary, trace);
}

cuda::JobResult play_case(std::uint64_t number, const Campaign& campaign, std::unique_ptr<Card>& card,
                          const cuda::ReportAndExit& report_and_exit) {
  if (!card) {
    card = std::make_unique<Card>();
    auto workspace = cuda::Workspace::make();
    if (!workspace) return {message('x', 0, workspace.error()), true};
    card->workspace = std::move(*workspace);
  }
  const auto tape = properties::random_tape(campaign.seed, number, campaign.raw.tape_length());
  const cuda::OnHang on_hang = [&](const cuda::DeviceProgress&) { report_and_exit(message('x', 0, "hung")); };
  const auto verdict = cuda::play_raw(tape, campaign.raw, *card->workspace, card->watchdog, on_hang);
  switch (verdict.kind) {
    case cuda::RawVerdict::Kind::agreed:
      return {message('=', verdict.calls, {}), false};
    case cuda::RawVerdict::Kind::not_played:
      return {message('-', 0, verdict.summary), false};
    case cuda::RawVerdict::Kind::differed:
      break;
  }
  if (!card->seen.insert(verdict.summary).second) return {message('x', verdict.calls, verdict.summary), false};
  return {message('x', verdict.calls, verdict.summary,
                  cuda::shrunk_trace(tape, verdict, campaign.raw, *card->workspace, card->watchdog, on_hang,
                                     campaign.shrink_attempts)),
          false};
}

/// Everything that was seen, in the parent.
class Tally {
 public:
  void add(std::uint64_t number, const cuda::JobEnd& end) {
    if (end.kind != cuda::JobEnd::Kind::finished) {
      const bool died = end.kind == cuda::JobEnd::Kind::died;
      return differ(number, died ? fmt::format("its process died (signal {})", end.signal) : "its process hung", {});
    }
    const std::size_t first = end.text.find('\n');
    const std::size_t second = end.text.find('\n', first + 1);
    if (second == std::string::npos) {
      ++left_out_;
      return;
    }
    const std::string summary = end.text.substr(first + 1, second - first - 1);
    calls_ += std::stoull(end.text.substr(1, first - 1));
    if (end.text[0] == '=') ++agreed_;
    if (end.text[0] == '-') ++not_played_[summary];
    if (end.text[0] == 'x') differ(number, summary, end.text.substr(second + 1));
  }

  int conclude(double seconds) const {
    std::uint64_t different = 0;
    for (const auto& [summary, count] : differences_) {
      fmt::print("{} x {}\n", count, summary);
      different += count;
    }
    std::uint64_t not_played = 0;
    for (const auto& [reason, count] : not_played_) {
      fmt::print("not played: {} x {}\n", count, reason);
      not_played += count;
    }
    fmt::print("{} schedules agreed, {} differed, {} were not played, {} were left out for lack of time\n", agreed_,
               different, not_played, left_out_);
    fmt::print("{} calls in {:.1f} s: {:.0f} calls/s, {:.0f} schedules/s\n", calls_, seconds,
               static_cast<double>(calls_) / seconds, static_cast<double>(agreed_ + different) / seconds);
    return different == 0 ? 0 : 1;
  }

 private:
  void differ(std::uint64_t number, const std::string& summary, const std::string& trace) {
    if (++differences_[summary] == 1 || (!trace.empty() && traces_.insert(summary).second)) {
      fmt::print("case {}: {}\n{}\n", number, summary, trace);
      std::fflush(stdout);
    }
  }

  std::uint64_t agreed_ = 0, calls_ = 0, left_out_ = 0;
  std::map<std::string, std::uint64_t> differences_, not_played_;
  std::set<std::string> traces_;
};

int run(const Campaign& campaign) {
  const auto start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::unique_ptr<Card> card;
  Tally tally;
  const cuda::Job job = [&](std::size_t index, const cuda::ReportAndExit& report_and_exit) -> cuda::JobResult {
    if (campaign.seconds != 0 && seconds() > campaign.seconds) return {"late", false};
    return play_case(campaign.first + index * campaign.stride, campaign, card, report_and_exit);
  };
  cuda::run_in_children(campaign.cases, job, std::chrono::seconds(60), [&](std::size_t index, const cuda::JobEnd& end) {
    tally.add(campaign.first + index * campaign.stride, end);
  });
  return tally.conclude(seconds());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Plays raw schedules on the GPU and compares every status with the model's.");
  Campaign campaign;
  app.add_option("--cases", campaign.cases, "How many schedules")->capture_default_str();
  app.add_option("--seed", campaign.seed)->capture_default_str();
  app.add_option("--first", campaign.first, "Number of the first case")->capture_default_str();
  app.add_option("--stride", campaign.stride, "Every so-manieth case only")->capture_default_str();
  app.add_option("--length", campaign.raw.length, "Most calls of a schedule")->capture_default_str();
  app.add_option("--shrink", campaign.shrink_attempts, "Tapes tried to shrink a difference")->capture_default_str();
  app.add_option("--seconds", campaign.seconds, "Start no case after so long; 0: no limit")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  cuda::prepare_environment();
  if (const cuda::Examination here = cuda::examine_in_child(); !here.can_play) {
    std::cerr << "error: no schedule can be played here: " << here.why_not << '\n';
    return 77;
  }
  return run(campaign);
}

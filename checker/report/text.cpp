#include <fencepost/checker/report/bad_order_lanes.h>
#include <fencepost/checker/report/fix_text.h>
#include <fencepost/checker/report/headline.h>
#include <fencepost/checker/report/story.h>
#include <fencepost/checker/report/text.h>
#include <fencepost/checker/report/wording.h>

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

enum class Color { bad, good, heading };

std::string painted(std::string_view text, Color color, const TextStyle& style) {
  if (!style.color) {
    return std::string(text);
  }
  constexpr std::string_view codes[] = {"\033[1;31m", "\033[1;32m", "\033[1m"};
  return fmt::format("{}{}\033[0m", codes[static_cast<std::size_t>(color)], text);
}

std::string_view title_of_reasons(const Hazard& hazard) {
  if (hazard.question != Question::refused) {
    return "why nothing prevents it";
  }
  return hazard.status == Status::success ? "why it is wrong" : "why it is refused";
}

/// Writes one hazard, section by section.
class HazardText {
 public:
  HazardText(std::ostream& out, const AuditedFile& file, const Wording& words, const TextStyle& style)
      : out_(out), file_(file), words_(words), style_(style) {}

  void write(const Hazard& hazard, std::size_t number) {
    const std::string_view latent = hazard.latent ? " (latent)" : "";
    out_ << fmt::format("\n{} {}{}\n", painted(fmt::format("hazard {}:", number), Color::bad, style_),
                        painted(name(hazard.slug), Color::bad, style_), latent);
    out_ << wrap(headline(hazard, words_), 2);
    sites(hazard);
    section("who has the bytes", owners(hazard, words_));
    section(title_of_reasons(hazard), reasons(hazard, words_));
    order(hazard);
    fixes(hazard);
    section("evidence", evidence(hazard, words_));
    out_ << fmt::format("  fingerprint {}\n", hazard.fingerprint);
    if (hazard.fixes.empty()) {
      out_ << fmt::format("  how to mend it: fencepost explain {}\n", name(hazard.slug));
    }
    if (hazard.first.line != 0 && hazard.first.line != hazard.second.line) {
      out_ << fmt::format("  look closer: fencepost explain {} {} {}\n", file_.path, hazard.first.line,
                          hazard.second.line);
    }
  }

 private:
  void heading(std::string_view text) { out_ << fmt::format("\n  {}\n", painted(text, Color::heading, style_)); }

  void section(std::string_view title, const std::vector<std::string>& sentences) {
    if (sentences.empty()) {
      return;
    }
    heading(title);
    for (const std::string& sentence : sentences) {
      out_ << wrap(sentence, 4);
    }
  }

  void quoted_line(std::string_view lead, std::uint32_t line) {
    const std::string start = fmt::format("    {}line {:<5} ", lead, line);
    out_ << start << shorten(words_.source().statement(line), page_width - columns(start)) << '\n';
  }

  void site(std::string_view which, const Site& site, const std::string& bytes) {
    if (site.line == 0) {
      return;
    }
    quoted_line(fmt::format("{:<7}", which), site.line);
    if (site.generation.exists()) {
      out_ << wrap(fmt::format("{} {} on {}; {}", Wording::verb(site), bytes, words_.place(site), words_.phase(site)),
                   11);
    } else if (site.stream.exists()) {
      out_ << wrap(fmt::format("on {}", words_.place(site)), 11);
    }
  }

  void sites(const Hazard& hazard) {
    heading(hazard.first.line != 0 ? "the two ends" : "where");
    site("first", hazard.first, words_.first_bytes(hazard));
    site(hazard.first.line != 0 ? "second" : "", hazard.second, words_.second_bytes(hazard));
    if (hazard.question == Question::refused) {
      consequences(hazard);
    } else {
      further_pairs(hazard);
    }
  }

  /// Calls that failed only because this one had broken their capture.
  void consequences(const Hazard& hazard) {
    if (hazard.also.empty()) {
      return;
    }
    std::vector<std::string> calls(hazard.also.size());
    std::ranges::transform(hazard.also, calls.begin(),
                           [&](const Hazard::Also& also) { return words_.site(also.second); });
    out_ << wrap(fmt::format("refused as a consequence: {}", fmt::join(calls, ", ")), 4);
  }

  void further_pairs(const Hazard& hazard) {
    constexpr std::size_t most = 4;
    std::vector<std::string> pairs;
    for (const Hazard::Also& also : hazard.also) {
      const std::string first = also.first.line == 0 ? "" : words_.site(also.first) + " and ";
      const bool same = also.first.line == hazard.first.line && also.second.line == hazard.second.line;
      const std::string pair = fmt::format("also {}{}", first, words_.site(also.second));
      if (!same && std::ranges::find(pairs, pair) == pairs.end()) pairs.push_back(pair);
    }
    for (std::size_t i = 0; i < std::min(most, pairs.size()); ++i) {
      out_ << wrap(pairs[i], 4);
    }
    if (pairs.size() > most) {
      out_ << fmt::format("    and {} more\n", counted(pairs.size() - most, "pair"));
    }
  }

  void order(const Hazard& hazard) {
    if (hazard.bad_order.empty()) {
      return;
    }
    heading("an order the device may choose, time running down");
    for (const std::string& row : bad_order_lanes(hazard, *file_.schedule, words_)) {
      out_ << row << '\n';
    }
  }

  void fixes(const Hazard& hazard) {
    std::size_t number = 0;
    for (const Fix& fix : hazard.fixes) {
      ++number;
      heading(hazard.fixes.size() == 1 ? std::string("fix") : fmt::format("fix {} of {}", number, hazard.fixes.size()));
      out_ << wrap(fmt::format("{}; {}{}.", fix.summary, cost(fix),
                               fix.verified ? "; re-checked: this hazard is gone, nothing new" : "; not re-checked"),
                   4);
      for (const std::string& changed : diff(fix, words_.source())) {
        out_ << changed << '\n';
      }
    }
  }

  std::ostream& out_;
  const AuditedFile& file_;
  const Wording& words_;
  TextStyle style_;
};

std::string verdict(const Report& report, const TextStyle& style) {
  const bool proved = std::ranges::any_of(report.loops, [](const BoundedLoop& loop) { return loop.period != 0; });
  const std::string checked =
      fmt::format("{}, {} checked{}", counted(report.operations, "operation"), counted(report.accesses, "access"),
                  proved ? ", for every number of turns" : "");
  if (report.hazards.empty()) {
    return fmt::format("{} ({})", painted("clean", Color::good, style), checked);
  }
  return fmt::format("{} ({})", painted(counted(report.hazards.size(), "hazard"), Color::bad, style), checked);
}

void write_errors(std::ostream& out, const AuditedFile& file) {
  for (const Diagnostic& error : file.errors) {
    out << render(error);
  }
  if (file.report && file.report->error) {
    const model::ModelError& error = *file.report->error;
    const std::string_view kind = error.kind == model::ModelError::Kind::not_modelled ? "not modelled: " : "";
    out << fmt::format("{}:{}: error: {}{}\n", file.path, error.line, kind, error.message);
    const std::string_view statement = SourceLines(file.text).statement(error.line);
    if (!statement.empty()) {
      out << fmt::format("    {}\n", shorten(statement, page_width - 4));
    }
    out << "no verdict\n";
  }
}

}  // namespace

void write_text(std::ostream& out, const AuditedFile& file, TextStyle style) {
  if (!file.report || file.report->error || file.schedule == nullptr) {
    write_errors(out, file);
    return;
  }
  const Report& report = *file.report;
  const Wording words(*file.schedule, report, file.text);
  out << fmt::format("{}: {}\n", file.path, verdict(report, style));
  if (style.quiet) {
    for (const Hazard& hazard : report.hazards) {
      out << fmt::format("{}:{}: {}: {}\n", file.path, hazard.second.line, name(hazard.slug), headline(hazard, words));
    }
    return;
  }
  HazardText text(out, file, words, style);
  for (std::size_t i = 0; i < report.hazards.size(); ++i) {
    text.write(report.hazards[i], i + 1);
  }
  if (!report.notes.empty()) {
    out << '\n';
  }
  for (const Note& note : report.notes) {
    out << wrap(fmt::format("note: {}: {}", name(note.kind), headline(note, words)), 0);
  }
  if (!report.hazards.empty()) {
    out << fmt::format("\ncheck again: fencepost audit {}\n", file.path);
  }
}

}  // namespace fencepost::checker

#include <fencepost/checker/repair/mend.h>
#include <fencepost/checker/repair/repair.h>
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

/// The audit of `text`, with fixes.
tl::expected<Report, std::string> judge(std::string_view text) {
  const auto schedule = parse(text);
  if (!schedule) return tl::unexpected(render(schedule.error()));
  Report report = audit(*schedule, {.rules = {}, .explain = false, .fixes = true, .text = text});
  if (report.error) return tl::unexpected(fmt::format("line {}: {}", report.error->line, report.error->message));
  return report;
}

const Fix* first_fix(const Report& report) {
  for (const Hazard& hazard : report.hazards) {
    const auto verified = std::ranges::find(hazard.fixes, true, &Fix::verified);
    if (verified != hazard.fixes.end()) return &*verified;
  }
  return nullptr;
}

}  // namespace

tl::expected<MendedTrace, std::string> mend(std::string_view text) {
  MendedTrace mended;
  mended.text = without_expectations(text);
  const bool expected_something = mended.text.size() != text.size();
  for (;;) {
    auto report = judge(mended.text);
    if (!report) return tl::unexpected(std::move(report.error()));
    mended.report = std::move(*report);
    const Fix* fix = first_fix(mended.report);
    if (fix == nullptr) break;
    mended.applied.push_back(fix->summary);
    mended.text = apply_edits(mended.text, fix->edits);
  }
  if (expected_something && mended.report.clean()) {
    if (!mended.text.ends_with('\n')) mended.text += '\n';
    mended.text += "expect clean\n";
  }
  return mended;
}

}  // namespace fencepost::checker

#pragma once

/// A trace with one reuse hazard, and by hand what an audit finds in it.

#include <fencepost/checker/audit.h>
#include <fencepost/traces/parser.h>

#include <string_view>

namespace fencepost::checker {

inline constexpr std::string_view reuse_trace = R"(fencepost 1
stream main
stream rs
event sent
alloc a2a 4MiB stream=main
kernel exchange stream=main writes=a2a
record sent stream=main
wait sent stream=rs
kernel fp32_sum stream=rs reads=a2a  # the last reader
free a2a
alloc scratch 4MiB stream=main
kernel overwrite stream=main writes=scratch[2MiB:4MiB]
)";

/// `overwrite` (line 12) writes the upper half of the bytes that `fp32_sum` (line 9) reads. Both are
/// behind the record (line 7); main never waits for rs.
inline Report reuse_report(const Schedule& schedule) {
  const Names& names = schedule.names();
  constexpr std::uint64_t mib = 1024 * 1024;

  model::Generation first;
  first.buffer = *names.find<BufferTag>("a2a");
  first.pooled = true;
  first.region = model::RegionId{0};
  first.hi = 4 * mib;
  first.home_stream = *names.find<StreamTag>("main");
  first.allocate_line = 5;
  first.release_line = 10;
  model::Generation second = first;
  second.buffer = *names.find<BufferTag>("scratch");
  second.allocate_line = 11;
  second.release_line = 0;

  Hazard hazard;
  hazard.slug = Slug::reuse_before_last_read;
  hazard.question = Question::order;
  hazard.near_miss = NearMiss::missing_edge;
  hazard.first.line = 9;
  hazard.first.label = *names.find<LabelTag>("fp32_sum");
  hazard.first.stream = *names.find<StreamTag>("rs");
  hazard.first.thread = main_thread;
  hazard.first.mode = AccessMode::read;
  hazard.first.generation = model::GenerationId{0};
  hazard.second.line = 12;
  hazard.second.label = *names.find<LabelTag>("overwrite");
  hazard.second.stream = *names.find<StreamTag>("main");
  hazard.second.thread = main_thread;
  hazard.second.mode = AccessMode::write;
  hazard.second.generation = model::GenerationId{1};
  hazard.region = model::RegionId{0};
  hazard.lo = 2 * mib;
  hazard.hi = 4 * mib;
  hazard.first_buffer = first.buffer;
  hazard.second_buffer = second.buffer;
  hazard.second_lo = 2 * mib;
  hazard.second_hi = 4 * mib;
  hazard.release_line = 10;
  hazard.hand_over_line = 11;
  hazard.common_line = 7;
  hazard.bad_order = {7, 12, 8, 9};
  hazard.second_in_bad_order = 1;
  hazard.fingerprint = "0123456789abcdef";
  Fix fix;
  fix.summary = "wait before line 12 for what line 9 did";
  fix.verified = true;
  fix.waits_added = 1;
  fix.edits = {{Edit::Kind::insert_before, 2, "event done"},
               {Edit::Kind::insert_before, 10, "record done stream=rs"},
               {Edit::Kind::insert_before, 12, "wait done stream=main"}};
  hazard.fixes = {fix};

  Report report;
  report.hazards = {hazard};
  report.operations = 11;
  report.accesses = 3;
  report.peak_bytes = 4 * mib;
  report.generations = {first, second};
  return report;
}

}  // namespace fencepost::checker

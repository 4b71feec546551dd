#include <fencepost/runtime/cuda/wrong_value_text.h>
#include <fencepost/traces/statement_table.h>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

std::string writer(const Prepared& prepared, Word word) {
  const auto found = prepared.reference().trace_writer(word, prepared.authors());
  if (!found) return "nobody who is known";
  return describe(prepared.operations().names(), prepared.authors()[found->author], found->execution);
}

std::string writers(const Prepared& prepared, const CellDigest& cell) {
  const std::string one = writer(prepared, cell.least);
  const std::string other = writer(prepared, cell.greatest);
  return one == other ? one : one + " and " + other;
}

/// The newest buffer that had these bytes.
std::string buffer_at(const Prepared& prepared, AddressRange bytes) {
  std::string name = "memory that no buffer has";
  for (const model::Generation& generation : prepared.model().generations()) {
    const Address base = prepared.model().region_base(generation.region);
    if (base + generation.lo <= bytes.lo && bytes.lo < base + generation.hi) {
      name = prepared.operations().names()[generation.buffer];
    }
  }
  return name;
}

/// `exchange (line 7), which has begun`, or what it stands behind.
std::string unfinished_work(const Prepared& prepared, const UnfinishedWork& unfinished) {
  const auto& names = prepared.operations().names();
  const Progress& work = unfinished.work;
  std::string text = describe(names, prepared.authors()[work.author], work.executions - 1);
  if (unfinished.begun) return text + ", which has begun";
  text += ", which has not begun";
  for (const WaitBefore& wait : unfinished.waits) {
    text += fmt::format(" and waits in line {} for {}", wait.line, names[wait.event]);
    if (wait.record_line != 0) {
      text += fmt::format(", recorded in line {} on {}", wait.record_line, names[wait.record_stream]);
    }
  }
  return text;
}

}  // namespace

std::string describe(const Prepared& prepared, const WrongValue& wrong) {
  const std::string bytes = fmt::format("{} bytes of {}", wrong.bytes.size(), buffer_at(prepared, wrong.bytes));
  const std::string found = writers(prepared, wrong.found);
  const std::string expected = writers(prepared, wrong.expected);
  const std::string verdict = found == expected
                                  ? fmt::format("written by {}, as expected, but from other values", found)
                                  : fmt::format("written by {}, expected {}", found, expected);
  if (wrong.reader == initial_contents) return fmt::format("in the end {} are {}", bytes, verdict);
  const auto& names = prepared.operations().names();
  return fmt::format("{} read {} {}", describe(names, prepared.authors()[wrong.reader], wrong.execution), bytes,
                     verdict);
}

std::string describe(const Prepared& prepared, const MissingExecution& missing) {
  const auto& names = prepared.operations().names();
  return describe(names, prepared.authors()[missing.author], missing.execution) + " never ran";
}

std::string describe(const Difference& difference) {
  std::string allowed;
  for (std::uint8_t i = 0; i < status_count; ++i) {
    const auto status = static_cast<Status>(i);
    if (!difference.expected.contains(status)) continue;
    allowed += (allowed.empty() ? "" : " or ") + std::string(name(status));
  }
  return fmt::format("line {}, {}: the card said {}, the model {}", difference.line,
                     full_keyword(statement_of(difference.kind)), name(difference.actual), allowed);
}

std::string describe(const Prepared& prepared, const DeviceProgress& progress) {
  std::string text;
  if (progress.line != 0) text = fmt::format("the host waits in line {}", progress.line);
  for (const StreamProgress& stream : progress.streams) {
    if (stream.unfinished.empty()) continue;
    if (!text.empty()) text += "; ";
    text += prepared.operations().names()[stream.stream];
    text += " has not finished " + unfinished_work(prepared, stream.unfinished.front());
    if (stream.unfinished.size() > 1) text += fmt::format(" and {} more", stream.unfinished.size() - 1);
  }
  return text.empty() ? "no stream has unfinished work" : text;
}

std::string describe(const Prepared& prepared, const StickyError& error, const DeviceProgress& progress) {
  const std::string when = error.line == 0 ? " before the first call" : fmt::format(" at line {}", error.line);
  return fmt::format("{}{}, which the GPU's context does not survive: {}", name(error.status), when,
                     describe(prepared, progress));
}

}  // namespace fencepost::cuda

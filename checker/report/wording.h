#pragma once

/// Words for the parts of a hazard: operations, places, phases, bytes.

#include <fencepost/checker/audit.h>
#include <fencepost/checker/report/page.h>
#include <fencepost/traces/names.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::checker {

/// `512 B`, `4 KiB`, `2 MiB`: in the largest unit that divides it.
std::string size_in_words(std::uint64_t bytes);
/// `1 wait`, `2 waits`.
std::string counted(std::uint64_t count, std::string_view noun);
/// `12,345`.
std::string grouped(std::uint64_t number);

/// Speaks about one schedule. Everything it was made from must outlive it.
class Wording {
 public:
  Wording(const Schedule& schedule, const Report& report, std::string_view text)
      : names_(schedule.names()), report_(report), source_(text) {}

  /// `kernel "fp32_sum"`, `record of "sent"`, `launch of "step"`, `wait`.
  [[nodiscard]] std::string operation(const Site& site) const;
  /// The same with its line: `kernel "fp32_sum" (line 11)`.
  [[nodiscard]] std::string site(const Site& site) const;
  /// `stream main`, `host thread loader`.
  [[nodiscard]] std::string place(const Site& site) const;
  /// `captured at line 12, runs in launch 2 of step (line 20)`, `eager`, `on the host`.
  [[nodiscard]] std::string phase(const Site& site) const;
  /// `reads`, `writes`, `updates`, `updates atomically`; `frees` where that is what the
  /// operation does, and `touches` of a launch as a whole.
  [[nodiscard]] static std::string_view verb(const Site& site);

  /// The bytes in dispute as part of the first or second tensor: `a2a[2MiB:4MiB]`, or `a2a` for all of it.
  [[nodiscard]] std::string first_bytes(const Hazard& hazard) const;
  [[nodiscard]] std::string second_bytes(const Hazard& hazard) const;

  [[nodiscard]] std::string event(EventId event) const;
  [[nodiscard]] std::string buffer(BufferId buffer) const;
  [[nodiscard]] std::string stream(StreamId stream) const;
  [[nodiscard]] std::string graph(GraphId graph) const;
  /// `line 11`, with the statement when the text is known and `quote` is set.
  [[nodiscard]] std::string line(std::uint32_t line, bool quote = false) const;

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] const Report& report() const { return report_; }
  [[nodiscard]] const SourceLines& source() const { return source_; }
  /// The tenure `id`; null when it is none or unknown.
  [[nodiscard]] const model::Generation* generation(model::GenerationId id) const;

 private:
  [[nodiscard]] std::string bytes(BufferId buffer, std::uint64_t lo, std::uint64_t hi, std::uint64_t size) const;

  const Names& names_;
  const Report& report_;
  SourceLines source_;
};

}  // namespace fencepost::checker

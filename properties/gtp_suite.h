#pragma once

/// Generated GTP jobs. Of the whole engine: is every one clean, and does each property hold? Of a
/// mutated one: is the mutation noticed?

#include <fencepost/properties/gtp_generator.h>
#include <fencepost/properties/gtp_properties.h>
#include <fencepost/properties/suite.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fencepost::properties {

struct GtpSettings {
  std::uint64_t seed = 1;
  GtpGeneratorSettings generator{};
  const gtp::Mutation* mutation = nullptr;  ///< none: the whole engine, which must be clean
  /// Whether P1 to P13 are asked of the whole engine, besides the audit.
  bool ask_properties = true;
};

class GtpSuite final : public Suite {
 public:
  explicit GtpSuite(const GtpSettings& settings) : settings_(settings) {}

  [[nodiscard]] std::string_view name() const override { return "gtp"; }
  [[nodiscard]] std::span<const std::string_view> count_names() const override;
  [[nodiscard]] CaseResult run(std::uint64_t number) const override;
  [[nodiscard]] Schedule schedule(std::uint64_t number) const override;
  [[nodiscard]] CaseFinding investigate(std::uint64_t number) const override;
  [[nodiscard]] std::optional<bool> still_shows(std::string_view kept_trace) const override;

  /// What case `number` is, whatever it shows.
  [[nodiscard]] gtp::Scenario scenario(std::uint64_t number) const;
  /// What the suite looks for, in words, one line each; empty when the scenario does not show it.
  [[nodiscard]] std::vector<std::string> noticed(const gtp::Scenario& scenario) const;

 private:
  [[nodiscard]] gtp::RuleSet rules() const;
  [[nodiscard]] std::vector<std::string> noticed(const gtp::Scenario& scenario, const EngineAudit& audit,
                                                 std::vector<Observation>& observations) const;

  GtpSettings settings_;
};

/// The scenario that the comments of a kept trace describe, and the mutation that they name ("" for
/// none); nothing when the comments are not those of the suite.
struct KeptCase {
  gtp::Scenario scenario;
  std::string mutation;
};
std::optional<KeptCase> kept_case(std::string_view trace);

}  // namespace fencepost::properties

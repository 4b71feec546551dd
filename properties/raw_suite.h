#pragma once

/// Generated raw schedules: do the oracle, the full vectors, the closure and the clocks agree?

#include <fencepost/properties/campaign.h>
#include <fencepost/properties/suite.h>

#include <string_view>

namespace fencepost::properties {

class RawSuite final : public Suite {
 public:
  /// Of `settings` the range of cases is not used.
  RawSuite(std::string_view name, const CampaignSettings& settings) : name_(name), settings_(settings) {}

  /// Schedules of every kind, small enough for the oracle.
  static CampaignSettings of_everything(std::uint64_t seed);
  /// Schedules with more tensors than static buffers, which go through the pools again and again.
  static CampaignSettings of_allocators(std::uint64_t seed);

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::span<const std::string_view> count_names() const override;
  [[nodiscard]] CaseResult run(std::uint64_t number) const override;
  [[nodiscard]] Schedule schedule(std::uint64_t number) const override;
  [[nodiscard]] CaseFinding investigate(std::uint64_t number) const override;
  [[nodiscard]] std::optional<bool> still_shows(std::string_view kept_trace) const override;

 private:
  std::string_view name_;
  CampaignSettings settings_;
};

}  // namespace fencepost::properties

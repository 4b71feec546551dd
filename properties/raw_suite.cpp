#include <fencepost/properties/raw_suite.h>
#include <fencepost/properties/shrink.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/printer.h>

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

constexpr std::array<std::string_view, 10> names_of_counts{"cases",
                                                           "modelled to the end",
                                                           "small enough for the oracle",
                                                           "launch a graph",
                                                           "replay one",
                                                           "hand bytes on",
                                                           "have external records or waits in a graph",
                                                           "have all of these four",
                                                           "race",
                                                           "use what was given up"};

std::uint64_t one_if(bool holds) { return holds ? 1 : 0; }

}  // namespace

CampaignSettings RawSuite::of_everything(std::uint64_t seed) {
  CampaignSettings settings;
  settings.seed = seed;
  return settings;
}

CampaignSettings RawSuite::of_allocators(std::uint64_t seed) {
  CampaignSettings settings;
  settings.seed = seed;
  settings.generator.static_buffers = 1;
  settings.generator.tensors = 6;
  settings.generator.events = 2;
  return settings;
}

std::span<const std::string_view> RawSuite::count_names() const { return names_of_counts; }

Schedule RawSuite::schedule(std::uint64_t number) const {
  return generate(random_tape(settings_.seed, number, settings_.generator.tape_length()), settings_.generator);
}

CaseResult RawSuite::run(std::uint64_t number) const {
  const Agreement agreement = compare_engines(schedule(number), settings_.agreement);
  const Features& features = agreement.features;
  return {agreement.disagreement.has_value(),
          {1, one_if(agreement.modelled), one_if(agreement.judged), one_if(features.captured),
           one_if(features.replayed), one_if(features.reused), one_if(features.external), one_if(features.all_four()),
           one_if(features.raced), one_if(features.lifetime_fault)}};
}

CaseFinding RawSuite::investigate(std::uint64_t number) const {
  const Tape generated = random_tape(settings_.seed, number, settings_.generator.tape_length());
  const auto differs = [&](const Tape& tape) {
    return compare_engines(generate(tape, settings_.generator), settings_.agreement).disagreement.has_value();
  };
  const Schedule small = generate(shrink(generated, differs, settings_.shrink_attempts), settings_.generator);
  const std::string disagreement = *compare_engines(small, settings_.agreement).disagreement;
  const std::string head = fmt::format("# suite: {}\n# seed: {}\n# case: {}\n", name_, settings_.seed, number);
  std::string summary = disagreement.substr(0, disagreement.find('\n'));
  std::string trace = fmt::format("{}# noticed: {}\n{}", head, summary, print(small));
  return {number, std::move(summary), std::move(trace), head + print(generate(generated, settings_.generator))};
}

std::optional<bool> RawSuite::still_shows(std::string_view kept_trace) const {
  if (!kept_trace.starts_with(fmt::format("# suite: {}\n", name_))) return std::nullopt;
  const auto schedule = parse(kept_trace);
  if (!schedule) return std::nullopt;
  return compare_engines(*schedule, settings_.agreement).disagreement.has_value();
}

}  // namespace fencepost::properties

#include <fencepost/properties/campaign.h>
#include <fencepost/properties/shrink.h>
#include <fencepost/traces/printer.h>

#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

constexpr std::uint64_t cases_between_reports = 1024;

Failure shrunk(std::uint64_t number, Tape tape, const CampaignSettings& settings) {
  const auto still_fails = [&](const Tape& candidate) {
    return compare_engines(generate(candidate, settings.generator), settings.agreement).disagreement.has_value();
  };
  tape = shrink(std::move(tape), still_fails, settings.shrink_attempts);
  Schedule schedule = generate(tape, settings.generator);
  std::string disagreement = *compare_engines(schedule, settings.agreement).disagreement;
  return {number, std::move(tape), std::move(schedule), std::move(disagreement)};
}

}  // namespace

void Tally::add(const Agreement& agreement) {
  const Features& features = agreement.features;
  const auto count = [](std::uint64_t& counter, bool has) { counter += has ? 1 : 0; };
  ++cases;
  count(modelled, agreement.modelled);
  count(judged, agreement.judged);
  count(captured, features.captured);
  count(replayed, features.replayed);
  count(reused, features.reused);
  count(external, features.external);
  count(external_pair, features.external_pair);
  count(all_four, features.all_four());
  count(guarded, features.guarded);
  count(refused, features.refused);
  count(raced, features.raced);
  count(raced_in_launch, features.raced_in_launch);
  count(lifetime_fault, features.lifetime_fault);
  count(wrong_value, features.wrong_value);
  count(waits_for_value, features.waits_for_value);
  count(waits_for_ever, features.waits_for_ever);
  count(uses_window, features.uses_window);
  count(unmapped, features.unmapped);
  count(conditional, features.conditional);
  races += agreement.races;
  submissions += agreement.submissions;
  states += agreement.states;
}

CampaignResult run_campaign(const CampaignSettings& settings, const std::function<void(const Tally&)>& progress) {
  CampaignResult result;
  for (std::uint64_t number = settings.first; number < settings.first + settings.cases * settings.stride;
       number += settings.stride) {
    Tape tape = random_tape(settings.seed, number, settings.generator.tape_length());
    const Agreement agreement = compare_engines(generate(tape, settings.generator), settings.agreement);
    result.tally.add(agreement);
    if (agreement.disagreement) {
      result.failure = shrunk(number, std::move(tape), settings);
      return result;
    }
    if (progress && result.tally.cases % cases_between_reports == 0) progress(result.tally);
  }
  return result;
}

std::string describe(const Tally& tally) {
  std::string text = fmt::format("{:>9} cases\n", tally.cases);
  const double cases = tally.cases == 0 ? 1 : static_cast<double>(tally.cases);
  const auto line = [&](std::uint64_t count, std::string_view what) {
    text += fmt::format("{:>9} {:5.1f}%  {}\n", count, 100.0 * static_cast<double>(count) / cases, what);
  };
  line(tally.modelled, "modelled to the end");
  line(tally.judged, "small enough for the oracle");
  line(tally.captured, "launch a graph");
  line(tally.replayed, "replay one");
  line(tally.reused, "hand bytes on");
  line(tally.external, "have external records or waits in a graph");
  line(tally.all_four, "have all of these four");
  line(tally.external_pair, "may bind an external wait inside its launch");
  line(tally.guarded, "hand bytes on after completions the pool saw");
  line(tally.refused, "have a refused call");
  line(tally.raced, "race");
  line(tally.raced_in_launch, "race inside one launch");
  line(tally.lifetime_fault, "use what was given up");
  line(tally.wrong_value, "may read a wrong value");
  line(tally.waits_for_value, "wait for a value");
  line(tally.waits_for_ever, "wait for one that never comes");
  line(tally.uses_window, "have collectives on a window");
  line(tally.unmapped, "unmap memory");
  line(tally.conditional, "launch a graph with a conditional body");
  text += fmt::format("{:.1f} submissions, {:.1f} races and {:.0f} oracle states a case\n",
                      static_cast<double>(tally.submissions) / cases, static_cast<double>(tally.races) / cases,
                      static_cast<double>(tally.states) / cases);
  return text;
}

std::string describe(const Failure& failure, const CampaignSettings& settings) {
  return fmt::format("case {} of seed {} differs\n{}{}", failure.number, settings.seed, failure.disagreement,
                     print(failure.schedule));
}

}  // namespace fencepost::properties

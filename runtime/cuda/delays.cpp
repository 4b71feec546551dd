#include <fencepost/runtime/cuda/delays.h>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

/// Independent of the order in which authors were numbered.
std::uint32_t seed_of(const AuthorKey& author, std::uint32_t seed) {
  std::uint64_t hash = mix(seed);
  for (const std::uint32_t part : {author.executable.value, author.line, author.label.value,
                                   static_cast<std::uint32_t>(author.kind), author.occurrence}) {
    hash = mix(hash ^ part);
  }
  return static_cast<std::uint32_t>(hash);
}

}  // namespace

DelayPlan DelayPlan::aimed(std::uint32_t line, Moment moment, std::chrono::nanoseconds time, ExecutableId executable) {
  DelayPlan plan;
  plan.kind_ = Kind::aimed;
  plan.line_ = line;
  plan.moment_ = moment;
  plan.executable_ = executable;
  plan.time_ns_ = static_cast<std::uint32_t>(time.count());
  return plan;
}

DelayPlan DelayPlan::fault(std::uint32_t line) {
  DelayPlan plan;
  plan.kind_ = Kind::aimed;
  plan.line_ = line;
  plan.time_ns_ = fault_instead;
  return plan;
}

DelayPlan DelayPlan::seeded(std::uint32_t seed, std::chrono::nanoseconds most) {
  DelayPlan plan;
  plan.kind_ = Kind::seeded;
  plan.seed_ = seed;
  plan.time_ns_ = static_cast<std::uint32_t>(most.count());
  return plan;
}

std::vector<DelayPlan> DelayPlan::sweep(std::span<const std::uint32_t> lines, std::chrono::nanoseconds time) {
  std::vector<DelayPlan> plans;
  for (const std::uint32_t line : lines) {
    plans.push_back(aimed(line, Moment::before_first_access, time));
    plans.push_back(aimed(line, Moment::after_last_access, time));
  }
  return plans;
}

Delay DelayPlan::of(const AuthorKey& author) const {
  if (kind_ == Kind::seeded) return {0, 0, time_ns_, seed_of(author, seed_)};
  if (kind_ == Kind::none || author.line != line_) return {};
  // Copies and fills sleep through helpers that their capture baked in: they belong to no executable.
  if (executable_.exists() && author.executable.exists() && author.executable != executable_) return {};
  return moment_ == Moment::before_first_access ? Delay{time_ns_, 0, 0, 0} : Delay{0, time_ns_, 0, 0};
}

std::string DelayPlan::describe() const {
  switch (kind_) {
    case Kind::none:
      return "no delays";
    case Kind::seeded:
      return fmt::format("seed {}, up to {} us", seed_, time_ns_ / 1000);
    case Kind::aimed:
      if (time_ns_ == fault_instead) return fmt::format("line {} faults", line_);
      return fmt::format("line {} delayed {} us {}", line_, time_ns_ / 1000,
                         moment_ == Moment::before_first_access ? "before its first access" : "after its last access");
  }
  return {};
}

}  // namespace fencepost::cuda

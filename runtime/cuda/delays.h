#pragma once

/// Delay plans: how long each piece of work sleeps before its first access and after its last.
///
/// A plan fills a table in memory that the kernels read when they run, so one captured graph serves
/// every plan. Random delays come from a counter hash of (seed, operation, execution): the same
/// seed gives the same delays in every run, whatever the interleaving.

#include <fencepost/runtime/cuda/authors.h>
#include <fencepost/runtime/cuda/words.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fencepost::cuda {

/// A row of the table: fixed delays, and the bound of random ones on top of them.
struct Delay {
  std::uint32_t before_ns = 0;
  std::uint32_t after_ns = 0;
  std::uint32_t spread_ns = 0;  ///< 0: nothing is drawn
  std::uint32_t seed = 0;

  friend bool operator==(const Delay&, const Delay&) = default;
};

/// Instead of sleeping before its first access, a kernel touches memory that nobody has: for trying
/// out what is said about an error that the GPU's context does not survive.
inline constexpr std::uint32_t fault_instead = ~std::uint32_t{0};

enum class Moment : std::uint8_t { before_first_access, after_last_access };

/// The nanoseconds that execution number `execution` sleeps. Of two executions one sleeps a drawn
/// time, the other none, so that neighbours overtake one another.
constexpr std::uint32_t nanoseconds(const Delay& delay, std::uint32_t execution, Moment moment) {
  const std::uint32_t fixed = moment == Moment::before_first_access ? delay.before_ns : delay.after_ns;
  if (delay.spread_ns == 0) return fixed;
  const std::uint64_t drawn =
      mix((std::uint64_t{delay.seed} << 32U) ^ (std::uint64_t{execution} << 1U) ^ static_cast<std::uint64_t>(moment));
  return (drawn & 1U) == 0 ? fixed : fixed + static_cast<std::uint32_t>((drawn >> 1U) % delay.spread_ns);
}

/// A value.
class DelayPlan {
 public:
  /// Nothing is delayed.
  DelayPlan() = default;
  /// Work of line `line` sleeps `time` at `moment`, in every execution; only as a node of
  /// `executable` when that is given.
  static DelayPlan aimed(std::uint32_t line, Moment moment, std::chrono::nanoseconds time,
                         ExecutableId executable = ExecutableId::none());
  /// Every piece of work sleeps up to `most`, drawn by `seed`.
  static DelayPlan seeded(std::uint32_t seed, std::chrono::nanoseconds most);
  /// One aimed plan for each line and moment, in order.
  static std::vector<DelayPlan> sweep(std::span<const std::uint32_t> lines, std::chrono::nanoseconds time);

  /// Kernels of line `line` fault.
  static DelayPlan fault(std::uint32_t line);

  [[nodiscard]] Delay of(const AuthorKey& author) const;
  /// `no delays`, `line 7 delayed 200 us before its first access`, `seed 3, up to 200 us`, `line 7 faults`.
  [[nodiscard]] std::string describe() const;
  /// Whether copies, fills and host functions need a helper kernel that sleeps for them.
  [[nodiscard]] bool delays_anything() const { return kind_ != Kind::none; }

 private:
  enum class Kind : std::uint8_t { none, aimed, seeded } kind_ = Kind::none;
  Moment moment_ = Moment::before_first_access;
  std::uint32_t line_ = 0;
  ExecutableId executable_;
  std::uint32_t seed_ = 0;
  std::uint32_t time_ns_ = 0;
};

}  // namespace fencepost::cuda

#pragma once

/// Questions to the list of tenures that the model keeps.

#include <fencepost/checker/classify/decision_table.h>
#include <fencepost/model/generation.h>

#include <functional>
#include <span>

namespace fencepost::checker {

/// Reads the tenures as they are at the moment of asking.
class Tenures {
 public:
  using Source = std::function<std::span<const model::Generation>()>;

  explicit Tenures(Source source) : source_(std::move(source)) {}

  /// The tenure, or one that says nothing when there is no such tenure.
  [[nodiscard]] const model::Generation& operator[](model::GenerationId id) const {
    static const model::Generation nobody;
    const auto all = source_();
    return id.exists() && id.index() < all.size() ? all[id.index()] : nobody;
  }
  /// Whether the tenure had ended before `execution`.
  [[nodiscard]] bool over(model::GenerationId id, model::ExecutionId execution) const {
    const model::Generation& tenure = (*this)[id];
    return !tenure.alive() && tenure.released_at < execution;
  }

 private:
  Source source_;
};

/// Where the bytes of a tenure came from.
Home home_of(const model::Generation& tenure);
/// The lifetime case of a node that is replayed after its tensor was freed.
LifetimeCase life_in_replay(const model::Generation& tenure, bool handed_to_eager);

}  // namespace fencepost::checker

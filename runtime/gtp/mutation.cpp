#include <fencepost/runtime/gtp/mutation.h>
#include <fencepost/runtime/gtp/mutation_tables.h>

#include <algorithm>

namespace fencepost::gtp {

namespace {

std::vector<Mutation> all_mutations() {
  std::vector<Mutation> all;
  for (const auto& table : {order_mutations(), scratch_mutations(), fence_mutations(), window_mutations(),
                            repeat_mutations(), gradient_mutations(), local_mutations()}) {
    all.insert(all.end(), table.begin(), table.end());
  }
  std::ranges::sort(all, {}, &Mutation::breaks);
  return all;
}

}  // namespace

std::vector<Command> two_eager_steps() { return {{Command::Kind::eager_step}, {Command::Kind::eager_step}}; }

std::vector<Command> warm_up_and_capture() {
  return {{Command::Kind::warm_up}, {Command::Kind::capture}, {Command::Kind::replay, 2}};
}

std::vector<Command> recapture() {
  return {{Command::Kind::warm_up}, {Command::Kind::capture}, {Command::Kind::reset},
          {Command::Kind::warm_up}, {Command::Kind::capture}, {Command::Kind::replay, 2}};
}

std::string_view name(Oracle oracle) {
  switch (oracle) {
    case Oracle::hazard:
      return "hazard";
    case Oracle::invariant:
      return "invariant";
    case Oracle::failure:
      return "failure";
  }
  return "";
}

std::span<const Mutation> mutations() {
  static const std::vector<Mutation> table = all_mutations();
  return table;
}

const Mutation* mutation_named(std::string_view text) {
  const auto found = std::ranges::find(mutations(), text, &Mutation::name);
  return found == mutations().end() ? nullptr : &*found;
}

const Mutation& mutation_of(Rule rule) { return mutations()[static_cast<std::size_t>(rule)]; }

}  // namespace fencepost::gtp

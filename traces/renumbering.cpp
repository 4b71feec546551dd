#include <fencepost/traces/renumbering.h>
#include <fencepost/traces/statement_table.h>

namespace fencepost {
namespace {

constexpr std::uint32_t nothing = Id<void>::none_value;
constexpr std::uint32_t unknown = nothing - 1;

/// Nodes are named by their label; what their `object` refers to is the graph.
Namespace space_of_object(const Statement& statement) {
  return statement.space == Namespace::label ? Namespace::graph : statement.space;
}

}  // namespace

Renumbering::Renumbering(const Names& from, const Names& to) {
  for (std::uint8_t i = 1; i < namespace_count; ++i) {
    const auto space = static_cast<Namespace>(i);
    const NameTable& names = table_of(from, space);
    for (std::uint32_t index = 0; index < names.size(); ++index) {
      indices_[i].push_back(table_of(to, space).find(names[index]).value_or(unknown));
    }
  }
}

std::uint32_t Renumbering::translated(Namespace space, std::uint32_t index) const {
  const auto& indices = indices_[static_cast<std::uint8_t>(space)];
  return index < indices.size() ? indices[index] : index;
}

Operation Renumbering::operator()(const Operation& operation) {
  Operation result = operation;
  result.thread = translated(Namespace::thread, operation.thread);
  result.stream = translated(Namespace::stream, operation.stream);
  result.object = translated(space_of_object(statement_of(operation.kind)), operation.object);
  result.label = translated(Namespace::label, operation.label);
  accesses_.assign(operation.accesses.begin(), operation.accesses.end());
  for (Access& access : accesses_) access.buffer = translated(Namespace::buffer, access.buffer);
  result.accesses = accesses_;
  if (operation.detail == &no_detail()) return result;
  detail_ = *operation.detail;
  detail_.device = translated(Namespace::device, detail_.device);
  detail_.pool = translated(Namespace::pool, detail_.pool);
  detail_.graph = translated(Namespace::graph, detail_.graph);
  detail_.communicator = translated(Namespace::communicator, detail_.communicator);
  detail_.buffer = translated(Namespace::buffer, detail_.buffer);
  detail_.node = translated(Namespace::label, detail_.node);
  result.detail = &detail_;
  return result;
}

}  // namespace fencepost

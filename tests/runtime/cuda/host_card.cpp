#include "host_card.h"

#include <algorithm>

namespace fencepost::cuda {
namespace {

std::vector<Word> fresh_memory(const Prepared& prepared) {
  std::vector<Word> words(std::size_t{prepared.coordinates().size()} * words_per_cell);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = initial_word(i);
  return words;
}

}  // namespace

HostCard::HostCard(Prepared& prepared)
    : prepared_(prepared),
      device_(fresh_memory(prepared)),
      pinned_(device_),
      pageable_(device_),
      maker_(prepared.coordinates(), {device_.data(), pinned_.data(), pageable_.data()}) {
  entries_.reserve(10'000);
}

Outcome HostCard::submit(const Operation& operation) {
  using Kind = OperationKind;
  lines_.push_back(operation.line);
  if (const auto told = answers_.find(operation.line); told != answers_.end()) {
    return {told->second, told->second, std::nullopt, std::nullopt};
  }
  if (operation.kind == Kind::create_communicator) ranks_[operation.communicator()] = operation.detail->count;
  if (operation.kind == Kind::create_buffer || operation.kind == Kind::allocate) {
    maker_.place(operation.buffer(), *next_.address, next_.memory);
  }
  if (operation.kind == Kind::begin_capture) {
    capturing_ = operation.graph();
    occurrences_ = {};
  }
  if (operation.kind == Kind::end_capture) capturing_.reset();
  if (operation.kind == Kind::instantiate) executables_[operation.executable()] = graphs_[operation.detail->graph];
  if (operation.kind == Kind::launch) {
    for (Node node : executables_[operation.executable()]) {
      if (node.operation.kind != Kind::fill) node.key.executable = operation.executable();
      work(node.operation, node.key);
    }
  }
  if (!touches_values(operation.kind)) return {};
  if (capturing_) {
    graphs_[*capturing_].push_back({operation, occurrences_.next(operation.line, operation.label, operation.kind)});
  } else {
    work(operation, {ExecutableId::none(), operation.line, operation.label, operation.kind});
  }
  return {};
}

void HostCard::work(const Operation& operation, const AuthorKey& key) {
  const AuthorId author = prepared_.authors().intern(key);
  const std::uint32_t execution = executions_[author]++;
  if (operation.line == skipped_) return;
  if (operation.kind == OperationKind::fill) return fill(operation, author);
  if (operation.kind == OperationKind::copy) return copy(operation);
  const bool collective = is_collective(operation.kind);
  Task task = maker_.make(operation, collective ? ranks_[operation.detail->communicator] : 0).value();
  task.author = author;
  task.execution = task.log_first = execution;
  task.log_executions = 1;
  task.log_base = entries_.size();
  entries_.resize(entries_.size() + task.log_stride);
  log_.add({author, execution, 1, task.log_stride, task.log_base});
  Tables tables;
  tables.log = entries_.data();
  tables.log_size = entries_.size();
  perform_on_host(task, tables);
}

void HostCard::fill(const Operation& operation, AuthorId author) {
  const WordRange to = maker_.words(operation.accesses[0]);
  std::fill_n(to.words, std::size_t{to.cells} * words_per_cell, fill_word(author));
}

void HostCard::copy(const Operation& operation) {
  const bool first_is_target = writes(operation.accesses[0].mode);
  const WordRange from = maker_.words(operation.accesses[first_is_target ? 1 : 0]);
  const WordRange to = maker_.words(operation.accesses[first_is_target ? 0 : 1]);
  std::copy_n(from.words, std::size_t{from.cells} * words_per_cell, to.words);
}

}  // namespace fencepost::cuda

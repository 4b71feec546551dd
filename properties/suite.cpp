#include <fencepost/properties/suite.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <thread>

namespace fencepost::properties {

namespace {

constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();
/// Large enough that threads seldom meet, small enough that little is done beyond a finding.
constexpr std::uint64_t chunk_size = 16;

void add(std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& counts) {
  sum.resize(std::max(sum.size(), counts.size()));
  for (std::size_t index = 0; index < counts.size(); ++index) sum[index] += counts[index];
}

/// What one run of neighbouring cases came to.
struct Chunk {
  std::vector<std::uint64_t> counts;
  std::uint64_t cases = 0;
};

/// Shared by the threads of one run.
class Run {
 public:
  Run(const Suite& suite, const SuiteRun& how)
      : suite_(suite), how_(how), chunks_((how.cases + chunk_size - 1) / chunk_size) {}

  void work() {
    for (std::uint64_t chunk = next_++; chunk < chunks_.size(); chunk = next_++) {
      if (chunk * chunk_size > found_ || stopped_) return;
      run_chunk(chunk);
    }
  }

  SuiteResult result() const {
    SuiteResult result;
    result.counts.resize(suite_.count_names().size());
    // Chunks behind the finding were run by chance and do not count.
    for (std::uint64_t chunk = 0; chunk < chunks_.size() && chunk * chunk_size <= found_; ++chunk) {
      add(result.counts, chunks_[chunk].counts);
      result.cases += chunks_[chunk].cases;
    }
    if (found_ != nothing) result.found = number_of(found_);
    result.stopped = stopped_ && !result.found;
    return result;
  }

 private:
  [[nodiscard]] std::uint64_t number_of(std::uint64_t index) const { return how_.first + index * how_.stride; }

  void run_chunk(std::uint64_t number) {
    Chunk& chunk = chunks_[number];
    const std::uint64_t end = std::min((number + 1) * chunk_size, how_.cases);
    for (std::uint64_t index = number * chunk_size; index < end; ++index) {
      if (how_.stop && how_.stop()) stopped_ = true;
      if (stopped_) return;
      const CaseResult result = suite_.run(number_of(index));
      add(chunk.counts, result.counts);
      ++chunk.cases;
      if (result.found) return note_found(index);
    }
    report(end - number * chunk_size);
  }

  void note_found(std::uint64_t index) {
    std::uint64_t lowest = found_;
    while (index < lowest && !found_.compare_exchange_weak(lowest, index)) {
    }
  }

  void report(std::uint64_t cases) {
    if (!how_.progress) return;
    const std::scoped_lock lock(report_);
    done_ += cases;
    how_.progress(done_);
  }

  const Suite& suite_;
  const SuiteRun& how_;
  std::vector<Chunk> chunks_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> found_ = nothing;
  std::atomic<bool> stopped_ = false;
  std::mutex report_;
  std::uint64_t done_ = 0;
};

}  // namespace

SuiteResult run_suite(const Suite& suite, const SuiteRun& how) {
  Run run(suite, how);
  std::vector<std::jthread> threads;
  for (unsigned number = 1; number < how.jobs; ++number) threads.emplace_back([&run] { run.work(); });
  run.work();
  threads.clear();
  return run.result();
}

}  // namespace fencepost::properties

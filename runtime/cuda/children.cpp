#include <fencepost/runtime/cuda/children.h>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fencepost::cuda {
namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

void write_all(int to, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(to, bytes, count);
    if (written <= 0) _exit(1);
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

/// A message is its length and its bytes.
void send(int to, const std::string& text) {
  const std::uint64_t length = text.size();
  write_all(to, reinterpret_cast<const char*>(&length), sizeof length);
  write_all(to, text.data(), text.size());
}

[[noreturn]] void serve(std::size_t first, std::size_t count, const Job& job, int to) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // Whatever ends the parent leaves no child behind on the GPU.
  const ReportAndExit report_and_exit = [to](const std::string& text) {
    send(to, text);
    _exit(0);
  };
  for (std::size_t i = first; i < count; ++i) {
    const JobResult result = job(i, report_and_exit);
    send(to, result.text);
    if (result.end_process) break;
  }
  // No destructors: a poisoned GPU context may hang in them.
  _exit(0);
}

using Clock = std::chrono::steady_clock;

enum class Reading : std::uint8_t { complete, ended, timed_out };

Reading read_all(int from, char* bytes, std::size_t count, Clock::time_point deadline) {
  while (count > 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd ready{from, POLLIN, 0};
    if (left <= 0 || poll(&ready, 1, static_cast<int>(left)) == 0) return Reading::timed_out;
    const ssize_t got = read(from, bytes, count);
    if (got <= 0) return Reading::ended;
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
  return Reading::complete;
}

Reading receive(int from, std::string& text, std::chrono::milliseconds limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  std::uint64_t length = 0;
  const Reading head = read_all(from, reinterpret_cast<char*>(&length), sizeof length, deadline);
  if (head != Reading::complete) return head;
  text.resize(length);
  return read_all(from, text.data(), length, deadline);
}

/// Runs jobs from `first` on in one child; returns the first job that it did not finish well.
std::size_t run_one_child(std::size_t first, std::size_t count, const Job& job, std::chrono::milliseconds limit,
                          const std::function<void(std::size_t, const JobEnd&)>& done) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
  Descriptor reading(ends[0]);
  std::optional<Descriptor> writing(std::in_place, ends[1]);
  const pid_t child = fork();
  if (child < 0) std::abort();
  if (child == 0) serve(first, count, job, writing->number());
  writing.reset();
  std::size_t next = first;
  Reading last = Reading::complete;
  while (next < count && last == Reading::complete) {
    JobEnd end;
    last = receive(reading.number(), end.text, limit);
    if (last == Reading::complete) done(next++, end);
  }
  if (last == Reading::timed_out) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  // A child that ends of its own accord between two jobs is just replaced.
  const bool clean = last == Reading::ended && WIFEXITED(status) && WEXITSTATUS(status) == 0 && next > first;
  if (next == count || clean) return next;
  JobEnd end;
  end.kind = last == Reading::timed_out ? JobEnd::Kind::timed_out : JobEnd::Kind::died;
  end.signal = last == Reading::ended && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  done(next, end);
  return next + 1;
}

}  // namespace

void run_in_children(std::size_t count, const Job& job, std::chrono::milliseconds limit,
                     const std::function<void(std::size_t, const JobEnd&)>& done) {
  for (std::size_t next = 0; next < count;) next = run_one_child(next, count, job, limit, done);
}

}  // namespace fencepost::cuda

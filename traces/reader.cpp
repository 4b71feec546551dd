#include <fencepost/traces/line_source.h>
#include <fencepost/traces/reader.h>
#include <fencepost/traces/trace_parser.h>

#include <fstream>
#include <system_error>
#include <utility>

namespace fencepost {
namespace {

Diagnostics file_fault(std::string file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.file = std::move(file);
  diagnostic.message = std::move(message);
  return {{std::move(diagnostic)}, false};
}

tl::expected<std::unique_ptr<std::ifstream>, Diagnostics> open_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return tl::unexpected(file_fault(path.string(), "there is no such file"));
  if (std::filesystem::is_directory(status)) return tl::unexpected(file_fault(path.string(), "this is a directory"));
  auto stream = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!stream->is_open()) return tl::unexpected(file_fault(path.string(), "the file cannot be opened"));
  return stream;
}

}  // namespace

class ScheduleReader::State {
 public:
  State(std::istream& stream, std::string file) : lines_(stream), parser_(std::move(file), schedule_) {}
  State(std::unique_ptr<std::ifstream> owned, std::string file)
      : owned_(std::move(owned)), lines_(*owned_), parser_(std::move(file), schedule_) {}

  /// Reads until the schedule holds `limit` operations or the trace ends.
  void fill(std::size_t limit) {
    while (!finished_ && schedule_.size() < limit) finished_ = !parse_next_line(lines_, parser_);
  }

  Schedule& schedule() { return schedule_; }
  [[nodiscard]] const TraceParser& parser() const { return parser_; }
  [[nodiscard]] bool finished() const { return finished_; }

 private:
  std::unique_ptr<std::ifstream> owned_;
  LineSource lines_;
  Schedule schedule_;
  TraceParser parser_;
  bool finished_ = false;
};

tl::expected<ScheduleReader, Diagnostics> ScheduleReader::open(const std::filesystem::path& path) {
  return open_file(path).map([&path](std::unique_ptr<std::ifstream> stream) {
    return ScheduleReader(std::make_unique<State>(std::move(stream), path.string()));
  });
}

ScheduleReader::ScheduleReader(std::istream& stream, std::string file_name)
    : state_(std::make_unique<State>(stream, std::move(file_name))) {}
ScheduleReader::ScheduleReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ScheduleReader::ScheduleReader(ScheduleReader&&) noexcept = default;
ScheduleReader& ScheduleReader::operator=(ScheduleReader&&) noexcept = default;
ScheduleReader::~ScheduleReader() = default;

tl::expected<const Schedule*, Diagnostics> ScheduleReader::next() {
  Schedule& chunk = state_->schedule();
  chunk.clear_operations();
  state_->fill(chunk_size);
  while (state_->parser().failed() && !state_->finished()) {
    chunk.clear_operations();
    state_->fill(chunk_size);
  }
  if (state_->parser().failed()) return tl::unexpected(state_->parser().diagnostics());
  return chunk.empty() ? nullptr : &chunk;
}

tl::expected<bool, Diagnostics> ScheduleReader::next_into(Schedule& chunk) {
  const auto read = next();
  if (!read) return tl::unexpected(read.error());
  if (*read == nullptr) return false;
  chunk.clear_operations();
  chunk.swap_operations(state_->schedule());
  return true;
}

const Names& ScheduleReader::names() const { return state_->schedule().names(); }

const std::vector<Expectation>& ScheduleReader::expectations() const { return state_->parser().expectations(); }

tl::expected<Schedule, Diagnostics> read_schedule(const std::filesystem::path& path) {
  auto stream = open_file(path);
  if (!stream) return tl::unexpected(stream.error());
  Schedule schedule;
  TraceParser parser(path.string(), schedule);
  LineSource lines(**stream);
  while (parse_next_line(lines, parser)) {
  }
  if (parser.failed()) return tl::unexpected(parser.diagnostics());
  return schedule;
}

}  // namespace fencepost

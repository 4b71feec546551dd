#include <fencepost/traces/line_source.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/trace_parser.h>

#include <string>
#include <utility>

namespace fencepost {

tl::expected<Schedule, Diagnostics> parse(std::string_view text, std::string_view file_name) {
  Schedule schedule;
  TraceParser parser(std::string(file_name), schedule);
  LineSource lines(text);
  while (parse_next_line(lines, parser)) {
  }
  if (parser.failed()) return tl::unexpected(parser.diagnostics());
  return schedule;
}

}  // namespace fencepost

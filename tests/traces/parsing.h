#pragma once

/// Short forms for tests that read traces.

#include <fencepost/traces/parser.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace fencepost::test {

/// The version line stands before `body`, so that the first line of `body` is line 2.
inline std::string trace(std::string_view body) { return std::string("fencepost 1\n").append(body); }

/// A whole trace of a stream, an event and `count` records.
inline std::string long_trace(std::size_t count) {
  std::string text = trace("stream s\nevent e\n");
  for (std::size_t i = 0; i < count; ++i) text += "record e stream=s\n";
  return text;
}

/// The schedule of a body that must be good; an empty one, and a failed test, otherwise.
inline Schedule parsed(std::string_view body) {
  auto result = parse(trace(body), "test.trace");
  if (result) return std::move(*result);
  ADD_FAILURE() << render(result.error());
  return {};
}

/// The faults of a whole text; none, and a failed test, when it is good.
inline Diagnostics faults_of_text(std::string_view text) {
  auto result = parse(text, "test.trace");
  if (!result) return result.error();
  ADD_FAILURE() << "no fault was found in: " << text.substr(0, 200);
  return {};
}

inline Diagnostics faults(std::string_view body) { return faults_of_text(trace(body)); }

/// The one fault of a body; an empty one, and a failed test, when there is not exactly one.
inline Diagnostic fault(std::string_view body) {
  const Diagnostics all = faults(body);
  if (all.errors.size() == 1) return all.errors.front();
  ADD_FAILURE() << "expected one fault:\n" << render(all);
  return {};
}

}  // namespace fencepost::test

/// docs/trace-format.md against the language.

#include "traces/parsing.h"
#include <fencepost/traces/statement_table.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

std::string manual() {
  const std::ifstream file(FENCEPOST_TRACE_FORMAT);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What stands between fences of three backquotes.
std::vector<std::string> blocks() {
  std::vector<std::string> result;
  std::istringstream text(manual());
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) result.emplace_back();
    } else if (inside) {
      result.back() += line + "\n";
    }
  }
  return result;
}

TEST(Manual, HasEverySynopsis) {
  const std::string text = manual();
  for (const Statement& statement : statement_table) {
    const std::string form = "`" + synopsis(statement) + "`";
    EXPECT_NE(text.find(form), std::string::npos) << form;
  }
}

TEST(Manual, ItsExamplesAreTraces) {
  const auto all = blocks();
  int traces = 0;
  for (const std::string& block : all) {
    if (block.starts_with("fencepost 1\n")) {
      ++traces;
      EXPECT_TRUE(parse(block).has_value()) << block;
    }
    if (block.starts_with("repeat ")) {
      ++traces;
      EXPECT_EQ(test::parsed("stream main\n" + block).size(), 6U);
    }
  }
  EXPECT_EQ(traces, 2);
}

TEST(Manual, ItsFaultIsRenderedSo) {
  const std::string fault = render(parse("fencepost 1\nstream main\nkernel gemm stream=mian\n", "step.trace").error());
  EXPECT_NE(manual().find("```\n" + fault + "```\n"), std::string::npos) << fault;
}

}  // namespace
}  // namespace fencepost

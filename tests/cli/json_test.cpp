#include "fixture.h"

#include <nlohmann/json.hpp>

namespace fencepost::tests {

namespace {

using Json = CommandLine;

TEST_F(Json, IsOneDocumentForAllFiles) {
  const std::string racy = file("1.trace", racy_trace);
  const std::string bad = file("2.trace", bad_trace);
  const Finished finished = fencepost({"audit", "--format", "json", racy, bad});
  EXPECT_EQ(finished.status, 2);
  const nlohmann::json document = nlohmann::json::parse(finished.out);
  ASSERT_EQ(document.at("schedules").size(), 2U);
  EXPECT_EQ(document.at("schedules").at(0).at("path"), racy);
  EXPECT_EQ(document.at("schedules").at(0).at("hazards").size(), 1U);
  EXPECT_EQ(document.at("schedules").at(0).at("hazards").at(0).at("kind"), "read-before-write");
  EXPECT_EQ(document.at("schedules").at(1).at("path"), bad);
  EXPECT_EQ(document.at("schedules").at(1).at("verdict"), "error");
}

TEST_F(Json, OfACleanFileHasNoHazards) {
  const Finished finished = fencepost({"audit", "--format", "json", file("1.trace", clean_trace)});
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(nlohmann::json::parse(finished.out).at("schedules").at(0).at("hazards").empty());
}

TEST_F(Json, StaysADocumentWhenExpectationsAreChecked) {
  const Finished finished =
      fencepost({"audit", "--format", "json", "--check-expectations", file("1.trace", racy_trace)});
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(nlohmann::json::accept(finished.out));
}

}  // namespace

}  // namespace fencepost::tests

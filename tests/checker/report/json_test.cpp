#include <fencepost/checker/report/json.h>

#include <checker/report/reuse_story.h>
#include <sstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fencepost::checker {
namespace {

using nlohmann::ordered_json;
using testing::ElementsAre;

class JsonReport : public testing::Test {
 protected:
  JsonReport() : schedule(*parse(reuse_trace)) {
    file.path = "steps.trace";
    file.report = reuse_report(schedule);
    file.schedule = &schedule;
    file.text = reuse_trace;
  }

  [[nodiscard]] std::string text() const {
    std::ostringstream out;
    write_json(out, std::span(&file, 1));
    return out.str();
  }
  [[nodiscard]] ordered_json schedule_json() const { return ordered_json::parse(text())["schedules"][0]; }

  Schedule schedule;
  AuditedFile file;
};

std::vector<std::string> keys(const ordered_json& json) {
  std::vector<std::string> result;
  for (const auto& [key, value] : json.items()) {
    result.push_back(key);
  }
  return result;
}

TEST_F(JsonReport, HasAVersionAndOneEntryForEachFile) {
  const AuditedFile files[] = {file, file};
  std::ostringstream out;
  write_json(out, files);
  const ordered_json document = ordered_json::parse(out.str());
  EXPECT_THAT(keys(document), ElementsAre("version", "schedules"));
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["schedules"].size(), 2U);
}

TEST_F(JsonReport, KeepsTheOrderOfItsKeys) {
  const ordered_json json = schedule_json();
  EXPECT_THAT(keys(json), ElementsAre("path", "verdict", "hazards", "notes", "errors", "operations", "accesses",
                                      "peak_bytes", "loops", "pools"));
  EXPECT_THAT(
      keys(json["hazards"][0]),
      ElementsAre("kind", "fingerprint", "message", "latent", "first", "second", "bytes", "release_line",
                  "hand_over_line", "common_line", "near_miss", "status", "bad_order", "also", "occurrences", "fixes"));
}

TEST_F(JsonReport, StatesBothEndsAndTheBytes) {
  const ordered_json hazard = schedule_json()["hazards"][0];
  EXPECT_EQ(hazard["kind"], "reuse-before-last-read");
  EXPECT_EQ(hazard["fingerprint"], "0123456789abcdef");
  EXPECT_EQ(hazard["first"]["line"], 9);
  EXPECT_EQ(hazard["first"]["stream"], "rs");
  EXPECT_EQ(hazard["first"]["mode"], "read");
  EXPECT_EQ(hazard["first"]["buffer"], "a2a");
  EXPECT_EQ(hazard["second"]["label"], "overwrite");
  EXPECT_EQ(hazard["second"]["mode"], "write");
  EXPECT_FALSE(hazard["second"].contains("launch"));
  EXPECT_EQ(hazard["bytes"], ordered_json({2097152, 4194304}));
  EXPECT_EQ(hazard["near_miss"]["kind"], "missing-edge");
  EXPECT_TRUE(hazard["near_miss"]["wait_line"].is_null());
  EXPECT_EQ(hazard["bad_order"], ordered_json({7, 12, 8, 9}));
  EXPECT_TRUE(hazard["status"].is_null());
}

TEST_F(JsonReport, StatesFixesAsEdits) {
  const ordered_json fix = schedule_json()["hazards"][0]["fixes"][0];
  EXPECT_THAT(keys(fix), ElementsAre("summary", "edits", "verified", "waits_added", "peak_bytes_added"));
  EXPECT_EQ(fix["edits"][1],
            ordered_json({{"kind", "insert_before"}, {"line", 10}, {"text", "record done stream=rs"}}));
  EXPECT_EQ(fix["verified"], true);
}

TEST_F(JsonReport, ANodeOfALaunchSaysWhich) {
  Site& second = file.report->hazards[0].second;
  second.phase = Phase::replay;
  second.launch_line = 20;
  second.launch_number = 2;
  second.launch_stream = second.stream;
  second.executable = schedule.names().intern<ExecutableTag>("step");
  const ordered_json launch = schedule_json()["hazards"][0]["second"]["launch"];
  EXPECT_EQ(launch["line"], 20);
  EXPECT_EQ(launch["executable"], "step");
  EXPECT_EQ(launch["number"], 2);
}

TEST_F(JsonReport, CleanFilesAndErrorsHaveTheirVerdict) {
  EXPECT_EQ(schedule_json()["verdict"], "hazards");
  file.report->hazards.clear();
  EXPECT_EQ(schedule_json()["verdict"], "clean");
  file.report->error = model::ModelError{9, model::ModelError::Kind::not_modelled, "conditional bodies"};
  const ordered_json json = schedule_json();
  EXPECT_EQ(json["verdict"], "error");
  EXPECT_EQ(json["errors"][0]["line"], 9);
  EXPECT_EQ(json["errors"][0]["message"], "conditional bodies");
  EXPECT_FALSE(json.contains("operations"));
}

TEST_F(JsonReport, BytesThatAreNoTextAreReplaced) {
  file.path = "\xff.trace";
  EXPECT_EQ(schedule_json()["path"], "\xEF\xBF\xBD.trace");
}

}  // namespace
}  // namespace fencepost::checker

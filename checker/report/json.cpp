#include <fencepost/checker/report/headline.h>
#include <fencepost/checker/report/json.h>
#include <fencepost/checker/report/wording.h>
#include <fencepost/traces/spelling.h>
#include <fencepost/traces/statement_table.h>

#include <ostream>

#include <nlohmann/json.hpp>

namespace fencepost::checker {

namespace {

using Json = nlohmann::ordered_json;

std::string_view name(Phase phase) {
  constexpr std::string_view names[] = {"eager", "captured", "replay", "host"};
  return names[static_cast<std::size_t>(phase)];
}

std::string_view name(Edit::Kind kind) {
  constexpr std::string_view names[] = {"insert_before", "replace", "remove"};
  return names[static_cast<std::size_t>(kind)];
}

/// A name, or null for none.
template <class Identifier>
Json named(const Names& names, Identifier id) {
  return id.exists() ? Json(names[id]) : Json(nullptr);
}

Json line_or_null(std::uint32_t line) { return line == 0 ? Json(nullptr) : Json(line); }

Json site_json(const Site& site, BufferId buffer, const Names& names) {
  Json json;
  json["line"] = site.line;
  json["operation"] = full_keyword(statement_of(site.operation));
  json["label"] = named(names, site.label);
  json["stream"] = named(names, site.stream);
  json["thread"] = named(names, site.thread);
  json["phase"] = name(site.phase);
  json["mode"] = site.generation.exists() ? Json(fencepost::name(site.mode)) : Json(nullptr);
  json["buffer"] = named(names, buffer);
  json["event"] = named(names, site.event);
  if (site.launch_line != 0) {
    json["launch"] = {{"line", site.launch_line},
                      {"executable", named(names, site.executable)},
                      {"graph", named(names, site.graph)},
                      {"number", site.launch_number},
                      {"stream", named(names, site.launch_stream)}};
  }
  return json;
}

Json near_miss_json(const Hazard& hazard, const Names& names) {
  if (hazard.near_miss == NearMiss::none) {
    return nullptr;
  }
  Json json;
  json["kind"] = fencepost::checker::name(hazard.near_miss);
  json["wait_line"] = line_or_null(hazard.near_miss_line);
  json["record_line"] = line_or_null(hazard.near_miss_record_line);
  json["event"] = named(names, hazard.near_miss_event);
  return json;
}

Json fix_json(const Fix& fix) {
  Json json;
  json["summary"] = fix.summary;
  json["edits"] = Json::array();
  for (const Edit& edit : fix.edits) {
    json["edits"].push_back({{"kind", name(edit.kind)}, {"line", edit.line}, {"text", edit.text}});
  }
  json["verified"] = fix.verified;
  json["waits_added"] = fix.waits_added;
  json["peak_bytes_added"] = fix.peak_bytes_added;
  return json;
}

Json hazard_json(const Hazard& hazard, const Wording& words) {
  const Names& names = words.names();
  Json json;
  json["kind"] = fencepost::checker::name(hazard.slug);
  json["fingerprint"] = hazard.fingerprint;
  json["message"] = headline(hazard, words);
  json["latent"] = hazard.latent;
  json["first"] = hazard.first.line == 0 ? Json(nullptr) : site_json(hazard.first, hazard.first_buffer, names);
  json["second"] = site_json(hazard.second, hazard.second_buffer, names);
  json["bytes"] = hazard.second_lo == hazard.second_hi ? Json(nullptr) : Json{hazard.second_lo, hazard.second_hi};
  json["release_line"] = line_or_null(hazard.release_line);
  json["hand_over_line"] = line_or_null(hazard.hand_over_line);
  json["common_line"] = line_or_null(hazard.common_line);
  json["near_miss"] = near_miss_json(hazard, names);
  json["status"] = hazard.question == Question::refused ? Json(fencepost::name(hazard.status)) : Json(nullptr);
  json["bad_order"] = hazard.bad_order;
  json["also"] = Json::array();
  for (const Hazard::Also& also : hazard.also) {
    json["also"].push_back({{"first", site_json(also.first, hazard.first_buffer, names)},
                            {"second", site_json(also.second, hazard.second_buffer, names)}});
  }
  json["occurrences"] = hazard.occurrences;
  json["fixes"] = Json::array();
  for (const Fix& fix : hazard.fixes) {
    json["fixes"].push_back(fix_json(fix));
  }
  return json;
}

Json note_json(const Note& note, const Wording& words) {
  const Names& names = words.names();
  Json json;
  json["kind"] = fencepost::checker::name(note.kind);
  json["line"] = note.line;
  json["other_line"] = line_or_null(note.other_line);
  json["message"] = headline(note, words);
  json["stream"] = named(names, note.stream);
  json["event"] = named(names, note.event);
  json["buffer"] = named(names, note.buffer);
  json["graph"] = named(names, note.graph);
  return json;
}

Json errors_json(const AuditedFile& file) {
  Json json = Json::array();
  for (const Diagnostic& error : file.errors) {
    json.push_back({{"line", error.line}, {"column", error.column}, {"message", error.message}});
  }
  if (file.report && file.report->error) {
    json.push_back({{"line", file.report->error->line}, {"column", 0}, {"message", file.report->error->message}});
  }
  return json;
}

std::string_view verdict(const AuditedFile& file) {
  if (!file.report || file.report->error || file.schedule == nullptr) {
    return "error";
  }
  return file.report->hazards.empty() ? "clean" : "hazards";
}

Json file_json(const AuditedFile& file) {
  Json json;
  json["path"] = file.path;
  json["verdict"] = verdict(file);
  json["hazards"] = Json::array();
  json["notes"] = Json::array();
  json["errors"] = errors_json(file);
  if (json["verdict"] == "error") {
    return json;
  }
  const Wording words(*file.schedule, *file.report, file.text);
  for (const Hazard& hazard : file.report->hazards) {
    json["hazards"].push_back(hazard_json(hazard, words));
  }
  for (const Note& note : file.report->notes) {
    json["notes"].push_back(note_json(note, words));
  }
  json["operations"] = file.report->operations;
  json["accesses"] = file.report->accesses;
  json["peak_bytes"] = file.report->peak_bytes;
  json["loops"] = Json::array();
  for (const BoundedLoop& loop : file.report->loops) {
    json["loops"].push_back({{"line", loop.line}, {"turns", loop.turns}, {"period", loop.period}});
  }
  json["pools"] = Json::array();
  for (const auto& [pool, use] : file.report->pools) {
    json["pools"].push_back({{"pool", named(words.names(), pool)},
                             {"peak_allocated", use.peak_allocated},
                             {"peak_reserved", use.peak_reserved}});
  }
  return json;
}

}  // namespace

void write_json(std::ostream& out, std::span<const AuditedFile> files) {
  Json json;
  json["version"] = 1;
  json["schedules"] = Json::array();
  for (const AuditedFile& file : files) {
    json["schedules"].push_back(file_json(file));
  }
  // Paths and quoted names may hold bytes that are not UTF-8: they are replaced, never a failure.
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace fencepost::checker

#pragma once

/// Where the repairs of one hazard are collected, and what they are made with.

#include <fencepost/checker/hazard.h>
#include <fencepost/checker/repair/schedule_map.h>
#include <fencepost/checker/repair/statement_text.h>
#include <fencepost/model/generation.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fencepost::checker {

/// Where one end of a hazard can be reached by host calls: behind or in front of `line`.
struct Place {
  std::uint32_t line = 0;
  StreamId stream;  ///< none on the host
  ThreadId thread;
};

/// Everything it was made from must outlive it.
class CandidateList {
 public:
  CandidateList(const Hazard& hazard, const ScheduleMap& map, const StatementText& text,
                std::span<const model::Generation> generations);

  [[nodiscard]] const Hazard& hazard() const { return hazard_; }
  [[nodiscard]] const ScheduleMap& map() const { return map_; }
  [[nodiscard]] const StatementText& text() const { return text_; }
  /// Of two nodes of one launch the places of their capture, otherwise those of the launches.
  [[nodiscard]] const Place& first() const { return first_; }
  [[nodiscard]] const Place& second() const { return second_; }
  /// The graph that one of the ends belongs to, the second's in preference.
  [[nodiscard]] GraphId graph() const;
  /// The tenure of an end's bytes; null when unknown.
  [[nodiscard]] const model::Generation* first_owner() const { return owner(hazard_.first); }
  [[nodiscard]] const model::Generation* second_owner() const { return owner(hazard_.second); }

  [[nodiscard]] Edit insert_before(std::uint32_t line, std::string statement) const;
  [[nodiscard]] Edit insert_after(std::uint32_t line, std::string statement) const;
  [[nodiscard]] Edit declare_event(std::string_view event) const;
  [[nodiscard]] static Edit replace(std::uint32_t line, std::string whole_line);
  [[nodiscard]] static Edit remove(std::uint32_t line);

  void add(std::string summary, std::uint32_t waits, std::vector<Edit> edits);
  /// The statement of line `from` goes behind line `to`, or before it.
  void move_behind(std::string summary, std::uint32_t from, std::uint32_t to);
  void move_before(std::string summary, std::uint32_t from, std::uint32_t to);

  std::vector<Fix> take() { return std::move(fixes_); }

 private:
  [[nodiscard]] const model::Generation* owner(const Site& site) const;

  const Hazard& hazard_;
  const ScheduleMap& map_;
  const StatementText& text_;
  std::span<const model::Generation> generations_;
  Place first_, second_;
  std::vector<Fix> fixes_;
};

/// Order between two accesses: events, records that come too early, the host.
void suggest_order(CandidateList& list);
/// Bytes that are given back too early.
void suggest_longer_tenure(CandidateList& list);
/// Bytes that a graph keeps using.
void suggest_memory_for_graph(CandidateList& list);
/// Bytes that nobody has written.
void suggest_clearing(CandidateList& list);
/// Handles that are destroyed too early, bytes that are freed twice.
void suggest_lifetime(CandidateList& list);
/// Events that are used across a capture's border.
void suggest_fence(CandidateList& list);
/// Streams that a capture leaves behind.
void suggest_join(CandidateList& list);
/// Calls that are not allowed where they are made.
void suggest_legal_call(CandidateList& list);
/// Work that a capture should have contained.
void suggest_capturing(CandidateList& list);

}  // namespace fencepost::checker

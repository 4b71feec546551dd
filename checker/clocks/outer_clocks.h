#pragma once

/// The clocks of streams, host threads, and of every point that can be waited for.
///
/// Only the outer level of happens-before lives here (docs/design.md, "Order in two levels"): a
/// launch is one execution of its stream. What its nodes know more or less than that is the matter
/// of `LaunchClocks`. Not thread-safe.

#include <fencepost/checker/clocks/clock_rows.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::checker {

class OuterClocks {
 public:
  /// Counts launches on one stream by what leads to some of their external records. Whoever has
  /// reached a launch in this column is ordered after those of its nodes that lead to all of `ports`.
  struct RecordColumn {
    std::vector<std::uint32_t> ports;  ///< ascending indices among the record ports of the graph
    Column column = no_column;
  };

  /// What a point says: a row, and for an external record of a launch one entry more.
  struct Source {
    Row row = 0;
    Column column = no_column;
    Tick tick = 0;
  };

  /// What starting a submission has told its queue.
  struct Start {
    Row row = 0;           ///< the clock of its queue, before the submission itself
    Column column = 0;     ///< of its queue
    bool learned = false;  ///< some wait of the whole execution ordered something new
  };

  /// Joins into the clock of the queue what its issuer knows and what the whole execution waits for.
  Start start(const model::Submission& submission);
  /// The submission follows everything its queue knew; fills its slot.
  void complete(const model::Submission& submission, const Start& start);

  /// Fills the slot of an external-record node. The clock of the point is `row` and that record.
  void fill_record_slot(model::SlotId slot, Row row, Column launch_column, std::uint32_t port, Tick launch);

  /// Whether everything `point` knows is known to `row`.
  [[nodiscard]] bool covers(Row row, const model::CompletionPoint& point);
  /// The clock of a point. Adds the record's column when it is asked for the first time.
  Source source(const model::CompletionPoint& point);
  /// The columns for external records of launches on the stream of `launch_column`. There is one only
  /// where somebody has waited for the record: nobody else is ordered after it without its launch.
  [[nodiscard]] std::span<const RecordColumn> record_columns(Column launch_column) const;

  Column column(model::Axis axis);
  /// The newest execution of `column` that comes before what is submitted to `axis` next; 0: none.
  [[nodiscard]] Tick known_to(model::Axis axis, Column column) const;
  [[nodiscard]] Row row(Column axis_column) const { return row_of_column_[axis_column]; }
  ClockRows& rows() { return rows_; }
  [[nodiscard]] const ClockRows& rows() const { return rows_; }

  /// Leaves in `into` what both rows know. Where they know of different external records of a launch,
  /// they agree on what leads to both.
  void meet(Row into, Row from);
  /// Joins into `into` what all of `candidates` promise. Returns whether that was anything new.
  bool join_common(Row into, std::span<const model::CompletionPoint> candidates);

 private:
  struct Slot {
    Row row = 0;
    bool filled = false;
    Column launch_column = no_column;  ///< of external records
    std::uint32_t port = 0;
    Tick tick = 0;
  };

  Slot& slot(model::SlotId id);
  void join_issuer(Row into, model::Axis issuer);
  bool join_wait(Row into, const model::BoundWait& wait);
  [[nodiscard]] Column find_record_column(Column launch_column, const std::vector<std::uint32_t>& ports) const;
  Column record_column(Column launch_column, const std::vector<std::uint32_t>& ports);
  void lift_records(Row row);
  Column add_column();

  ClockRows rows_;
  std::vector<Column> column_of_axis_;
  std::vector<Row> row_of_column_;
  std::vector<Tick> learned_at_;  // by column: the last execution at which a host thread learned something
  std::vector<std::vector<RecordColumn>> record_columns_;  // by column of the launches' stream
  std::vector<Slot> slots_;
  Row scratch_ = 0, scratch_more_ = 0;
  bool has_scratch_ = false;
  bool has_record_columns_ = false;
};

}  // namespace fencepost::checker

#pragma once

/// What playing one trace on the card came to: a value that travels between processes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cuda {

/// Whether the card showed a hazard.
struct HazardOnCard {
  std::string slug;
  std::uint32_t first_line = 0;
  std::uint32_t second_line = 0;
  std::uint64_t runs = 0;   ///< aimed at it; 0: nothing to aim at (the hazard is a status, or no bytes)
  std::uint64_t shown = 0;  ///< of those, with a wrong value downstream of it
  std::string aim;          ///< how it was aimed at
  std::string exempt;       ///< why values need not show it; empty: they must
};

/// What a communicator was played on.
struct CommunicatorOnCard {
  std::string name;
  std::uint64_t ranks = 1;
  std::string played_on;  ///< the library with its version, or `loopback`
  std::string why;        ///< of a loopback communicator
};

struct FileReport {
  enum class Outcome : std::uint8_t {
    agreed,      ///< statuses as the model said, wrong values only downstream of hazards
    disagreed,   ///< a status, or a wrong value that no hazard explains
    not_played,  ///< something in it is not played on the card
    hung,        ///< a run did not end in time
    died,        ///< the process died, or its GPU context is lost
  } outcome = Outcome::agreed;
  std::string path;
  std::string reason;   ///< of everything but `agreed`
  bool sticky = false;  ///< it died of an error that every later call returned too
  std::uint64_t runs = 0;
  std::uint64_t calls = 0;  ///< of all runs
  std::uint64_t nanoseconds = 0;
  std::uint64_t wrong_runs = 0;  ///< in which some value was wrong
  /// In which the driver placed its bytes otherwise than in the run that was prepared for: their
  /// statuses were compared, their values were not.
  std::uint64_t placed_otherwise = 0;
  std::vector<CommunicatorOnCard> communicators;
  std::vector<HazardOnCard> hazards;
  std::vector<std::string> wrong_values;  ///< the first few, explained by hazards
  std::string not_rebuilt;                ///< why graphs were not rebuilt in another order
};

/// The text form that travels from a child process to its parent.
std::string to_json(const FileReport& report);
/// The inverse; a report of outcome `died` when the text is none of ours.
FileReport report_from_json(std::string_view text);

/// For people, several lines.
std::string to_text(const FileReport& report);

/// `audit`'s exit statuses for the card: 0 agreed, 1 hazards shown or not, 3 disagreement, hang or death.
int exit_status(const FileReport& report);

}  // namespace fencepost::cuda

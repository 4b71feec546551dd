#pragma once

/// The report a person reads in a terminal or a log.
///
/// Every fact comes from the `AuditedFile`; nothing here decides anything. The text is at most 100
/// columns wide, names bytes in KiB and MiB where they are round, and is the same for the same
/// input, byte for byte. Its wording may change between versions; programs read the JSON instead
/// (checker/report/json.h).

#include <fencepost/checker/report/audited_file.h>

#include <iosfwd>

namespace fencepost::checker {

struct TextStyle {
  bool color = false;  ///< ANSI colours: for terminals only
  bool quiet = false;  ///< verdicts and one line for each hazard
};

/// Writes the verdict on one file and, for each hazard, its story: what happens, both accesses,
/// who owned the bytes, why nothing orders the two, one bad order, verified fixes, the evidence.
void write_text(std::ostream& out, const AuditedFile& file, TextStyle style = {});

}  // namespace fencepost::checker

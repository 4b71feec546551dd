#pragma once

/// The report a program reads. The format is described in docs/json-report.md; its keys keep their
/// order and their meaning within one `version`.

#include <fencepost/checker/report/audited_file.h>

#include <iosfwd>
#include <span>

namespace fencepost::checker {

/// Writes one JSON document on all `files`, in their order, with a newline at its end.
void write_json(std::ostream& out, std::span<const AuditedFile> files);

}  // namespace fencepost::checker

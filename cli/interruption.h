#pragma once

/// Ctrl-C asks a long command to end: it stops between two cases and reports what it has.

namespace fencepost::cli {

/// From now on SIGINT and SIGTERM are noted. A second one ends the program at once.
void note_interruptions();
/// Whether one came. Safe from any thread.
bool interrupted();

}  // namespace fencepost::cli

#include "interruption.h"

#include <atomic>
#include <csignal>

namespace fencepost::cli {

namespace {

std::atomic<bool> asked = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void note(int signal) {
  asked = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void note_interruptions() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

bool interrupted() { return asked; }

}  // namespace fencepost::cli

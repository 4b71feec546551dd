/// What ThreadSanitizer makes of "reuse before the last read", with streams as its fibres.
///
/// One stream reads a word and nobody waits for it; then R streams read it that the next writer
/// does wait for; then the writer writes. ThreadSanitizer keeps four accesses for each eight bytes,
/// so from four ordered readers on it may have forgotten the one that matters. Prints, for each R,
/// in how many of 400 trials it reported the race. `scripts/compare-with-tsan` builds and runs this.

#include <cstdio>
#include <initializer_list>
#include <sanitizer/tsan_interface.h>

namespace {

constexpr int trials = 400;
constexpr int most_readers = 16;

int reports = 0;
char events[most_readers + 1];

// The only accesses that ThreadSanitizer is to see.
[[gnu::noinline]] void write(volatile long& word) { word = 1; }
[[gnu::noinline]] long read(const volatile long& word) { return word; }

/// What follows runs on `stream`, and nothing but events orders it.
__attribute__((no_sanitize("thread"))) void enter(void* stream) {
  __tsan_switch_to_fiber(stream, __tsan_switch_to_fiber_no_sync);
}

__attribute__((no_sanitize("thread"))) void trial(volatile long& word, int readers) {
  void* const host = __tsan_get_current_fiber();
  void* streams[most_readers + 2];
  for (int i = 0; i < readers + 2; ++i) streams[i] = __tsan_create_fiber(0);
  void* const writer = streams[0];
  void* const forgotten = streams[1];

  enter(writer);
  write(word);
  __tsan_release(&events[0]);
  enter(forgotten);
  __tsan_acquire(&events[0]);
  read(word);
  for (int reader = 0; reader < readers; ++reader) {
    enter(streams[reader + 2]);
    __tsan_acquire(&events[0]);
    read(word);
    __tsan_release(&events[reader + 1]);
  }
  enter(writer);
  for (int reader = 0; reader < readers; ++reader) __tsan_acquire(&events[reader + 1]);
  write(word);
  enter(host);
  for (int i = 0; i < readers + 2; ++i) __tsan_destroy_fiber(streams[i]);
}

}  // namespace

/// ThreadSanitizer calls this at each report; watched itself, it would wait for its own lock.
extern "C" __attribute__((no_sanitize("thread"))) void __tsan_on_report(void* /*report*/) { ++reports; }

__attribute__((no_sanitize("thread"))) int main() {
  static long words[trials * most_readers];
  long* next = words;
  for (const int readers : {1, 2, 3, 4, 6, 8, 12, 16}) {
    int found = 0;
    for (int i = 0; i < trials; ++i) {
      const int before = reports;
      trial(*next++, readers);
      if (reports > before) ++found;
    }
    std::printf("%2d ordered readers: reported %d of %d\n", readers, found, trials);
    std::fflush(stdout);
  }
}

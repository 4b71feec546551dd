/// What ThreadSanitizer makes of "reuse before the last read", with streams as its fibres.
///
/// A stream fills a word; one stream reads it and nobody waits for that; then R streams read it that
/// the next writer does wait for; then the word is written for its next owner. ThreadSanitizer keeps
/// four accesses for each eight bytes, so from three ordered readers on it has to forget one. Which
/// one depends on how much the reading thread did before, so each stream does other work first, an
/// amount that differs from trial to trial. Prints, for each R, in how many of 400 trials the race was
/// reported. `scripts/compare-with-tsan` builds and runs this.

#include <cstdio>
#include <initializer_list>
#include <sanitizer/tsan_interface.h>

namespace {

constexpr int trials = 400;
constexpr int most_readers = 16;
constexpr unsigned other_words = 1U << 20U;

int reports = 0;
char events[most_readers + 1];

// The only accesses that ThreadSanitizer is to see.
[[gnu::noinline]] void write(volatile long& word) { word = 1; }
[[gnu::noinline]] long read(const volatile long& word) { return word; }

/// What follows runs on `stream`, and nothing but events orders it.
__attribute__((no_sanitize("thread"))) void enter(void* stream) {
  __tsan_switch_to_fiber(stream, __tsan_switch_to_fiber_no_sync);
}

/// Accesses to memory of the stream's own, `amount` of them.
__attribute__((no_sanitize("thread"))) void do_other_work(unsigned amount) {
  static volatile long own[other_words];
  static unsigned next = 0;
  for (unsigned i = 0; i < amount; ++i) read(own[next++ % other_words]);
}

/// A number below 8 that differs from trial to trial and from reader to reader (a hash, not chance).
__attribute__((no_sanitize("thread"))) unsigned amount_of_work(unsigned trial, unsigned reader) {
  unsigned mixed = (trial * 31U + reader) * 2654435761U;
  mixed ^= mixed >> 15U;
  return (mixed * 2246822519U) >> 29U;
}

__attribute__((no_sanitize("thread"))) void trial(volatile long& word, unsigned number, int readers) {
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
    do_other_work(amount_of_work(number, static_cast<unsigned>(reader)));
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
      trial(*next++, static_cast<unsigned>(i), readers);
      if (reports > before) ++found;
    }
    std::printf("%2d ordered readers: reported %d of %d\n", readers, found, trials);
    std::fflush(stdout);
  }
}

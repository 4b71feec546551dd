#include <fencepost/checker/fingerprint.h>
#include <fencepost/traces/statement_table.h>

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

/// FNV-1a, 64 bits. Fields are separated, so that "ab", "c" and "a", "bc" differ.
class Digest {
 public:
  void add(std::string_view field) {
    for (const char character : field) add_byte(static_cast<unsigned char>(character));
    add_byte(0xffU);
  }
  template <class Enumeration>
  void add_enumerator(Enumeration value) {
    add_byte(static_cast<unsigned char>(value));
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }

  std::uint64_t value_ = 0xcbf29ce484222325U;
};

void add_site(Digest& digest, const Site& site, BufferId buffer, const Names& names) {
  digest.add(full_keyword(statement_of(site.operation)));
  digest.add_enumerator(site.phase);
  digest.add_enumerator(site.mode);
  digest.add(names[site.label]);
  digest.add(names[site.stream]);
  digest.add(names[site.launch_stream]);
  digest.add(names[site.event]);
  digest.add(names[site.graph]);
  digest.add(names[site.executable]);
  digest.add(names[buffer]);
}

}  // namespace

std::string fingerprint(const Hazard& hazard, const Names& names) {
  Digest digest;
  digest.add(name(hazard.slug));
  add_site(digest, hazard.first, hazard.first_buffer, names);
  add_site(digest, hazard.second, hazard.second_buffer, names);
  digest.add(name(hazard.status));
  return fmt::format("{:016x}", digest.value());
}

}  // namespace fencepost::checker

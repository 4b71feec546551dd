#include <fencepost/traces/draft.h>
#include <fencepost/traces/name_resolution.h>
#include <fencepost/traces/range_reader.h>

#include <limits>

#include <fmt/format.h>

namespace fencepost {

bool RangeReader::read_list(LineCursor& cursor, AccessMode mode) {
  do {
    if (!read_one(cursor, mode)) return false;
  } while (cursor.take(','));
  return true;
}

bool RangeReader::read_one(LineCursor& cursor, AccessMode mode) {
  const std::size_t start = cursor.offset();
  std::uint32_t buffer = 0;
  if (!read_known_name(cursor, names_, Namespace::buffer, buffer)) return false;
  Access access{.buffer = BufferId{buffer}, .mode = mode, .hi = declarations_.buffer_size(buffer)};
  if (cursor.take('[') && !read_bounds(cursor, start, access)) return false;
  if (cursor.take('@') && !read_version(cursor, access)) return false;
  if (accesses_.size() == most_accesses) {
    return cursor.fail(start, "the operation touches too many ranges", fmt::format("at most {}", most_accesses));
  }
  accesses_.push_back(access);
  return true;
}

bool RangeReader::read_bounds(LineCursor& cursor, std::size_t start, Access& access) {
  if (!cursor.read_size(access.lo)) return false;
  if (!cursor.take(':')) return cursor.fail(cursor.offset(), "the range has no end", "`[FIRST:END]`, END excluded");
  if (!cursor.read_size(access.hi)) return false;
  if (!cursor.take(']')) return cursor.fail(cursor.offset(), "the range is not closed", "`]`");
  return check_bounds(cursor, start, access);
}

bool RangeReader::check_bounds(LineCursor& cursor, std::size_t start, const Access& access) {
  if (access.lo == access.hi) return cursor.fail(start, "the range is empty", "END above FIRST");
  if (access.lo > access.hi) return cursor.fail(start, "the range ends before it begins", "END above FIRST");
  const std::uint64_t size = declarations_.buffer_size(access.buffer.value);
  if (size != 0 && access.hi > size) {
    return cursor.fail(start, fmt::format("the range ends at byte {}, outside the buffer", access.hi),
                       fmt::format("at most {}, the size of `{}`", size, names_[access.buffer]));
  }
  return true;
}

bool RangeReader::read_version(LineCursor& cursor, Access& access) {
  const std::size_t start = cursor.offset();
  std::uint64_t version = 0;
  if (!cursor.read_number(version)) return false;
  if (version == 0 || version > std::numeric_limits<std::uint32_t>::max()) {
    return cursor.fail(start, "no launch has this number", "launches are counted from 1");
  }
  access.version = static_cast<std::uint32_t>(version);
  return true;
}

std::span<const Access> RangeReader::sorted_accesses() {
  sort_accesses(accesses_);
  return accesses_;
}

}  // namespace fencepost

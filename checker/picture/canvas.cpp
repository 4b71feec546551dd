#include <fencepost/checker/picture/canvas.h>
#include <fencepost/checker/report/page.h>

namespace fencepost::checker {

void CanvasRow::put(std::size_t column, std::string_view character) {
  if (column < cells_.size()) {
    cells_[column] = character;
  }
}

std::size_t CanvasRow::write(std::size_t column, std::string_view text, std::size_t most) {
  const std::string kept = shorten(text, most);
  std::size_t place = column;
  for (std::size_t begin = 0; begin < kept.size();) {
    std::size_t end = begin + 1;
    while (end < kept.size() && (static_cast<unsigned char>(kept[end]) & 0xc0U) == 0x80U) {
      ++end;
    }
    put(place++, std::string_view(kept).substr(begin, end - begin));
    begin = end;
  }
  return place;
}

void CanvasRow::fill(std::size_t begin, std::size_t end, std::string_view character) {
  for (std::size_t column = begin; column < end; ++column) {
    put(column, character);
  }
}

std::string CanvasRow::text() const {
  std::string result;
  for (const std::string& cell : cells_) {
    result += cell;
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

}  // namespace fencepost::checker

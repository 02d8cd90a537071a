#include "daedalus/results/dot_canvas.h"

#include <cstdlib>

namespace daedalus::results {

DotCanvas::DotCanvas(int columns, int rows, bool braille)
    : columns_(columns),
      rows_(rows),
      braille_(braille),
      dots_(Cell(0, rows), 0),
      owner_(Cell(0, rows), kNobody) {}

void DotCanvas::Dot(int x, int y, int series) {
  const std::size_t cell = braille_ ? Cell(x / 2, y / 4) : Cell(x, y);
  // The dots of a braille cell are numbered down the left, down the right, then the bottom row (Unicode
  // U+2800).
  constexpr std::uint8_t kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  dots_[cell] = static_cast<std::uint8_t>(dots_[cell] | kBits[y % 4][x % 2]);
  if (owner_[cell] == kNobody) owner_[cell] = series;
}

// Bresenham (1965).
void DotCanvas::Line(int x0, int y0, int x1, int y1, int series) {
  const int dx = std::abs(x1 - x0), dy = -std::abs(y1 - y0);
  const int step_x = x0 < x1 ? 1 : -1, step_y = y0 < y1 ? 1 : -1;
  for (int error = dx + dy;;) {
    Dot(x0, y0, series);
    if (x0 == x1 && y0 == y1) return;
    const int twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      x0 += step_x;
    }
    if (twice <= dx) {
      error += dx;
      y0 += step_y;
    }
  }
}

std::string DotCanvas::BrailleAt(int column, int row) const {
  // U+2800 + dots in UTF-8.
  const std::uint8_t dots = dots_[Cell(column, row)];
  return {'\xe2', static_cast<char>(0xa0 | (dots >> 6)), static_cast<char>(0x80 | (dots & 0x3f))};
}

}  // namespace daedalus::results

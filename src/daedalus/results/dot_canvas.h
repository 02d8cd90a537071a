// A canvas of dots in character cells: 2 x 4 dots a cell as Unicode braille, or one dot a cell where only
// ASCII is shown. Each cell remembers which series drew there first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace daedalus::results {

class DotCanvas {
 public:
  static constexpr int kNobody = -1;

  // The size in cells.
  DotCanvas(int columns, int rows, bool braille);

  // The size in dots.
  int width() const { return columns_ * (braille_ ? 2 : 1); }
  int height() const { return rows_ * (braille_ ? 4 : 1); }

  // (0, 0) is at the top left.
  void Dot(int x, int y, int series);
  void Line(int x0, int y0, int x1, int y1, int series);

  int OwnerAt(int column, int row) const { return owner_[Cell(column, row)]; }
  // The character of a cell, in UTF-8.
  std::string BrailleAt(int column, int row) const;

 private:
  std::size_t Cell(int column, int row) const { return static_cast<std::size_t>(row * columns_ + column); }

  int columns_, rows_;
  bool braille_;
  std::vector<std::uint8_t> dots_;  // as the bits of U+2800
  std::vector<int> owner_;
};

}  // namespace daedalus::results

// The incidence of a system: which unknowns appear in which equation. A bipartite graph in compressed rows.
//
// Rows are equations, columns are unknowns; both are plain integers here, for nothing in this folder knows
// what they mean. Rows are sorted and have no repetitions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace daedalus::structure {

// One place in the matrix: this equation and this unknown, for example "the equation solved for the unknown".
struct Entry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Entry&, const Entry&) = default;
};

struct Incidence {
  std::uint32_t num_columns = 0;
  std::vector<std::uint32_t> row_starts{0};  // size: number of rows + 1
  std::vector<std::uint32_t> columns;

  std::uint32_t num_rows() const { return static_cast<std::uint32_t>(row_starts.size() - 1); }
  std::span<const std::uint32_t> Row(std::uint32_t row) const {
    return {columns.data() + row_starts[row], row_starts[row + 1] - row_starts[row]};
  }
  // Appends a row; `unsorted` may repeat columns.
  void AddRow(std::span<const std::uint32_t> unsorted);
};

Incidence Transpose(const Incidence& incidence);

// One character an entry, `.` for none, `x` for one, `#` where the column is matched to the row: the debugger
// of this folder. `column_of_row` may be empty.
std::string Draw(const Incidence& incidence, std::span<const std::uint32_t> column_of_row = {});

}  // namespace daedalus::structure

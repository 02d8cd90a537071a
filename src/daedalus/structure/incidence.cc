#include "daedalus/structure/incidence.h"

#include <algorithm>

namespace daedalus::structure {

void Incidence::AddRow(std::span<const std::uint32_t> unsorted) {
  const auto begin = static_cast<std::ptrdiff_t>(columns.size());
  columns.insert(columns.end(), unsorted.begin(), unsorted.end());
  std::sort(columns.begin() + begin, columns.end());
  columns.erase(std::unique(columns.begin() + begin, columns.end()), columns.end());
  row_starts.push_back(static_cast<std::uint32_t>(columns.size()));
}

Incidence Transpose(const Incidence& a) {
  Incidence out;
  out.num_columns = a.num_rows();
  out.row_starts.assign(a.num_columns + 1, 0);
  out.columns.resize(a.columns.size());
  for (const std::uint32_t column : a.columns) ++out.row_starts[column + 1];
  for (std::uint32_t c = 0; c < a.num_columns; ++c) out.row_starts[c + 1] += out.row_starts[c];
  std::vector<std::uint32_t> next(out.row_starts.begin(), out.row_starts.end() - 1);
  for (std::uint32_t row = 0; row < a.num_rows(); ++row) {
    for (const std::uint32_t column : a.Row(row)) out.columns[next[column]++] = row;
  }
  return out;
}

std::string Draw(const Incidence& a, std::span<const std::uint32_t> column_of_row) {
  std::string out;
  for (std::uint32_t row = 0; row < a.num_rows(); ++row) {
    std::string line(a.num_columns, '.');
    for (const std::uint32_t column : a.Row(row)) line[column] = 'x';
    if (row < column_of_row.size() && column_of_row[row] < a.num_columns) line[column_of_row[row]] = '#';
    out += line + '\n';
  }
  return out;
}

}  // namespace daedalus::structure

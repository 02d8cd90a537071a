#include "daedalus/structure/incidence.h"

#include <algorithm>

namespace daedalus::structure {

template <class RowType, class ColumnType>
void BasicIncidence<RowType, ColumnType>::AddRow(std::span<const ColumnType> unsorted) {
  const auto begin = static_cast<std::ptrdiff_t>(columns.size());
  columns.insert(columns.end(), unsorted.begin(), unsorted.end());
  std::sort(columns.begin() + begin, columns.end());
  columns.erase(std::unique(columns.begin() + begin, columns.end()), columns.end());
  row_starts.push_back(static_cast<std::uint32_t>(columns.size()));
}

template <class RowType, class ColumnType>
BasicIncidence<ColumnType, RowType> Transpose(const BasicIncidence<RowType, ColumnType>& a) {
  BasicIncidence<ColumnType, RowType> out;
  out.num_columns = a.num_rows();
  out.row_starts.assign(a.num_columns + 1, 0);
  out.columns.resize(a.columns.size());
  for (const ColumnType column : a.columns) ++out.row_starts[column.index() + 1];
  for (std::uint32_t c = 0; c < a.num_columns; ++c) out.row_starts[c + 1] += out.row_starts[c];
  std::vector<std::uint32_t> next(out.row_starts.begin(), out.row_starts.end() - 1);
  for (const RowType row : a.Rows()) {
    for (const ColumnType column : a.Row(row)) out.columns[next[column.index()]++] = row;
  }
  return out;
}

template <class RowType, class ColumnType>
std::string Draw(const BasicIncidence<RowType, ColumnType>& a,
                 const IdVector<RowType, ColumnType>& column_of_row) {
  std::string out;
  for (const RowType row : a.Rows()) {
    std::string line(a.num_columns, '.');
    for (const ColumnType column : a.Row(row)) line[column.index()] = 'x';
    if (row.index() < column_of_row.size() && column_of_row[row].index() < a.num_columns)
      line[column_of_row[row].index()] = '#';
    out += line + '\n';
  }
  return out;
}

template struct BasicIncidence<RowId, ColumnId>;
template struct BasicIncidence<ColumnId, RowId>;
template TransposedIncidence Transpose(const Incidence&);
template Incidence Transpose(const TransposedIncidence&);
template std::string Draw(const Incidence&, const PerRow<ColumnId>&);
template std::string Draw(const TransposedIncidence&, const PerColumn<RowId>&);

}  // namespace daedalus::structure

// The incidence of a system: which unknowns appear in which equation. A bipartite graph in compressed rows.
//
// Rows are equations and columns are unknowns. Both are plain numbers here, because nothing in this folder
// knows what they mean. Each has its own id type, so that a row cannot be used as a column by mistake. Rows
// are sorted and have no repetitions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/id.h"

namespace daedalus::structure {

using RowId = Id<struct RowTag>;
using ColumnId = Id<struct ColumnTag>;
template <class T>
using PerRow = IdVector<RowId, T>;
template <class T>
using PerColumn = IdVector<ColumnId, T>;

// One place in the matrix: this equation and this unknown, for example "the equation solved for the unknown".
struct Entry {
  RowId row;
  ColumnId column;
  friend bool operator==(const Entry&, const Entry&) = default;
};

// Half of the algorithms look at the graph from its other side as well: there the unknowns are the rows.
template <class RowType, class ColumnType>
struct BasicIncidence {
  std::uint32_t num_columns = 0;
  std::vector<std::uint32_t> row_starts{0};  // size: number of rows + 1
  std::vector<ColumnType> columns;

  std::uint32_t num_rows() const { return static_cast<std::uint32_t>(row_starts.size() - 1); }
  IdRange<RowType> Rows() const { return IdRange<RowType>(num_rows()); }
  IdRange<ColumnType> Columns() const { return IdRange<ColumnType>(num_columns); }
  // The positions of a row's entries in `columns`.
  std::uint32_t Begin(RowType row) const { return row_starts[row.index()]; }
  std::uint32_t End(RowType row) const { return row_starts[row.index() + 1]; }
  std::span<const ColumnType> Row(RowType row) const {
    return {columns.data() + Begin(row), End(row) - Begin(row)};
  }
  // Appends a row; `unsorted` may repeat columns.
  void AddRow(std::span<const ColumnType> unsorted);
};
using Incidence = BasicIncidence<RowId, ColumnId>;
using TransposedIncidence = BasicIncidence<ColumnId, RowId>;

template <class RowType, class ColumnType>
BasicIncidence<ColumnType, RowType> Transpose(const BasicIncidence<RowType, ColumnType>& incidence);

// One character an entry, `.` for none, `x` for one, `#` where the column is matched to the row: the debugger
// of this folder. `column_of_row` may be empty.
template <class RowType, class ColumnType>
std::string Draw(const BasicIncidence<RowType, ColumnType>& incidence,
                 const IdVector<RowType, ColumnType>& column_of_row = {});

}  // namespace daedalus::structure

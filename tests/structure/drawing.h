// Incidence matrices as drawings, one string a row: '.' is no entry.
#pragma once

#include <string>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

inline Incidence FromDrawing(const std::vector<std::string>& rows) {
  Incidence a;
  a.num_columns = rows.empty() ? 0 : static_cast<std::uint32_t>(rows[0].size());
  for (const std::string& row : rows) {
    std::vector<ColumnId> columns;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (row[c] != '.') columns.emplace_back(c);
    }
    a.AddRow(columns);
  }
  return a;
}

}  // namespace daedalus::structure

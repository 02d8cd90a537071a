// Which equation determines which unknown of   0: x + y = 1,   1: x = 2,   2: z = x * y   and in which order?
#include <cstdio>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/matching.h"

using namespace daedalus::structure;

int main() {
  Incidence incidence;
  incidence.num_columns = 3;  // x, y, z
  const ColumnId x(0), y(1), z(2);
  for (const std::vector<ColumnId>& row : {std::vector{x, y}, {x}, {x, y, z}}) incidence.AddRow(row);
  const Matching matching = MaximumMatching(incidence);
  const Blocks blocks = BlockTriangularForm(incidence, matching);
  std::fputs(Draw(incidence, matching.column_of_row).c_str(), stdout);
  const RowId sum(0), given(1), product(2);
  const bool in_order =
      blocks.size() == 3 && blocks[0][0] == given && blocks[1][0] == sum && blocks[2][0] == product;
  const bool as_solved = matching.column_of_row[sum] == y && matching.column_of_row[given] == x &&
                         matching.column_of_row[product] == z;
  return in_order && as_solved ? 0 : 1;
}

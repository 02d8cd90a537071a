// Which equation determines which unknown of   0: x + y = 1,   1: x = 2,   2: z = x * y   and in which order?
#include <cstdio>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/matching.h"

using namespace daedalus::structure;

int main() {
  Incidence incidence;
  incidence.num_columns = 3;  // x, y, z
  for (const std::vector<std::uint32_t>& row : {std::vector<std::uint32_t>{0, 1}, {0}, {0, 1, 2}})
    incidence.AddRow(row);
  const Matching matching = MaximumMatching(incidence);
  const Blocks blocks = BlockTriangularForm(incidence, matching);
  std::fputs(Draw(incidence, matching.column_of_row).c_str(), stdout);
  const bool in_order = blocks.size() == 3 && blocks[0][0] == 1 && blocks[1][0] == 0 && blocks[2][0] == 2;
  const bool as_solved =
      matching.column_of_row[0] == 1 && matching.column_of_row[1] == 0 && matching.column_of_row[2] == 2;
  return in_order && as_solved ? 0 : 1;
}

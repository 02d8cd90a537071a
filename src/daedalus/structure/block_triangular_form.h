// In which order can the equations be solved, and which must be solved together? The block lower triangular
// form.
//
// With every equation matched to an unknown, equation r needs equation s first where the unknown of s appears
// in r. The strong components of that digraph are the blocks. A block has one equation if that can be solved
// alone, and several if they form an algebraic loop. They are of minimal size, and the order of the blocks is
// an executable one (Cellier & Kofman 7.2, 7.3).
//
// Method: [Tar72] R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972)
// 146-160, with an explicit stack instead of recursion, because models are deep. Tarjan finds a component
// after all it depends on, which is the order of execution. Cost: linear in rows and entries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/structure/incidence.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {

struct Blocks {
  std::vector<RowId> rows;               // all matched rows, block after block, in the order of execution
  std::vector<std::uint32_t> starts{0};  // block b is rows[starts[b]] .. rows[starts[b+1]-1]

  std::size_t size() const { return starts.size() - 1; }
  std::span<const RowId> operator[](std::size_t block) const {
    return {rows.data() + starts[block], starts[block + 1] - starts[block]};
  }
};

// Omits unmatched rows and treats unmatched columns as known. Rows inside a block ascend.
Blocks BlockTriangularForm(const Incidence& incidence, const Matching& matching);

}  // namespace daedalus::structure

// Places boxes that are connected by edges, for models without a layout. The boxes stand in layers from left
// to right, so that edges are short and rarely cross.
//
// The method is that of K. Sugiyama, S. Tagawa, M. Toda: Methods for visual understanding of hierarchical
// system structures, IEEE Trans. SMC 11 (1981), in the form of E. Gansner et al.: A technique for drawing
// directed graphs, IEEE Trans. Software Eng. 19 (1993):
//
//   1. Cycles are broken: a depth-first search turns edges round that lead back.
//   2. Each box gets the layer after its last predecessor (longest path).
//   3. Edges over several layers get a dummy box in each layer between, so that lines have room there.
//   4. Sweeps over the layers sort each by the mean position of its neighbours (barycentre). The order with
//      the fewest crossings stays.
//   5. Boxes move towards the mean height of their neighbours as far as their neighbours in the layer allow.
//
// Parts that no edge connects are drawn one after another, in rows. The cost is a fixed number of sweeps,
// each linear in boxes and edges except for the sorting.
#pragma once

#include <cstddef>
#include <vector>

#include "daedalus/products/drawing/picture/geometry.h"

namespace daedalus::drawing {

struct LayoutBox {
  double width = 20.0, height = 20.0;
};
struct LayoutEdge {
  std::size_t from = 0, to = 0;  // boxes; `from` is to be left of `to`
};
struct LayoutOptions {
  double column_gap = 40.0;  // between layers: room for vertical lines
  double row_gap = 24.0;     // room for names and horizontal lines
  double row_width = 400.0;  // of parts that stand beside each other
};

// The centre of each box. The drawing begins near (0, 0) and grows to the right and downwards. No two boxes
// overlap.
std::vector<Point> LayOut(const std::vector<LayoutBox>& boxes, const std::vector<LayoutEdge>& edges,
                          const LayoutOptions& options = {});

}  // namespace daedalus::drawing

// How far do two simple rules get? The causalization of Cellier & Kofman 7.1 and 7.2, as a fast first pass.
//
// An equation is *open* until it is given the unknown it is solved for, an unknown is open until some
// equation is.
//
//   Rule 1: an open equation with a single open unknown must be solved for it, with the lowest free number.
//
//   Rule 2: an open unknown in a single open equation is solved from it, with the highest free number.
//
// The rules are applied until neither fits. They sort every system without algebraic loops completely, (7.1).
// The loops, and the equations between them, are left as the *core*, (7.7). In the core every equation has at
// least two open unknowns, every unknown at least two open equations; its blocks are the work of
// BlockTriangularForm.
//
// The book renumbers a drawing round by round. We count the open neighbours of each row and column, and queue
// those whose count fell to one. The order is the same, at linear cost. Either rule takes only pairs that
// belong to some maximum matching ([KS81] R. Karp, M. Sipser, "Maximum matchings in sparse random graphs",
// FOCS 1981, 364-375). So these pairs and a maximum matching of the core form a maximum matching of the whole
// system.
//
// Steps: (1) list the rows, then the columns, with one open neighbour; (2) take the first of the list, pair
// it with that neighbour, close both, list every neighbour that has now one open neighbour left; (3) what is
// open remains.
//
// Nothing can fail. A wrong model, or one of higher index, shows in two lists. *Constraints* are rows that
// lost their last unknown to others, (7.53j). *Undetermined* columns are unknowns that lost their last
// equation, i_C of (7.52).
//
// Cost: linear in rows, columns and entries.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

struct Causalization {
  std::vector<Entry> first;  // by rule 1, in the order of execution, before the core
  std::vector<Entry> last;   // by rule 2, in the order of execution, after the core
  // All ascending.
  std::vector<RowId> core_rows;
  std::vector<ColumnId> core_columns;
  std::vector<RowId> constraints;      // without an open unknown
  std::vector<ColumnId> undetermined;  // without an open equation
};

Causalization Causalize(const Incidence& incidence);

}  // namespace daedalus::structure

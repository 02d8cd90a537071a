// Tearing of a large, sparse loop: fewer unknowns without more entries.
//
// The fewest tearing variables are not what a sparse solver wants: a loop of n cells in a row, torn by n/2 of them, is left with
// expressions that grow, and what is gained in unknowns is lost in evaluations. Here an unknown is assigned only where the entries of the
// whole matrix do not become more by it. With r entries in its equation and c equations that contain it, of the entries of the row and
// column that vanish, r + c - 1, and of those that may fill in, (r - 1)(c - 1), the first must not be fewer:
//
//   (r - 1)(c - 1) <= r + c - 1                                                                              (1)
//
// as in Markowitz' rule for pivots. An inlined step is left with its states: the slope of each stands in one equation besides its own.
//
// An equation into which something was substituted is nobody's assignment any more, so an assignment needs nothing but tearing variables and
// what was assigned later in the order of elimination; execution is in the opposite order, and the tearing is legal.
//
// Columns with two entries come first, then all, the last ones first, since slopes and algebraic variables are mostly declared behind
// states, which are better known before a step; of the entries of a column the one with the best pivot. Rows and columns longer than
// kLongest are left alone, so the cost is linear in the entries.
#pragma once

#include "daedalus/structure/tearing.h"

namespace daedalus::structure {

TornBlock TearSparsely(const TearingProblem& problem);

}  // namespace daedalus::structure

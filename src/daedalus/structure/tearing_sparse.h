// Tearing of a large, sparse loop: fewer unknowns without more entries.
//
// The fewest tearing variables are not the best for a sparse solver. A loop of n cells in a row, torn by n/2
// of them, is left with expressions that grow: what is gained in unknowns is lost in evaluations. Here an
// unknown is assigned only if the whole matrix does not gain entries by it. Let its equation have r entries,
// and let c equations contain it. Then r + c - 1 entries vanish with its row and column, and there may be
// fill-in at (r - 1)(c - 1) places. New entries must not be more than those that vanish:
//
//   fill <= r + c - 1                                                                                     (1)
//
// as in the rule of least local fill for pivots (Duff, Erisman & Reid, Direct Methods for Sparse Matrices,
// sec. 7.4). Entries that exist already are subtracted only if the unknown is in three equations at most,
// because each substitution is an evaluation. An inlined step is left with its states: the slope of each is
// in one equation besides its own.
//
// An unknown that is in one other equation only makes a combination of the two equations, whatever the size
// of the pivot. Nothing is computed from it along a chain, so any safe pivot will do
// (TearingProblem::costs_alone). A capacitance of a microfarad is otherwise a bad pivot next to currents with
// factors of one.
//
// An equation into which something was substituted assigns nothing any more. So an assignment needs only
// tearing variables and unknowns eliminated after it. Execution runs in the opposite order, and the tearing
// is legal.
//
// Columns with two entries come first, then all others. Among these the last declared comes first: slopes and
// algebraic variables are mostly declared after states, and states are better known before a step. In a
// column we take the equation with the fewest other unknowns that might be assigned, because a used equation
// is lost for them; then the best pivot. (So the forces on a mass are assigned, not its motion relative to
// the next one. A chain of 50 links with 200 unknowns keeps 100 of them; previously 132.) Rows and columns
// longer than kLongest are left alone, so the cost is linear in the entries.
#pragma once

#include "daedalus/structure/tearing.h"

namespace daedalus::structure {

TornBlock TearSparsely(const TearingProblem& problem);

}  // namespace daedalus::structure

// Tearing of a large, sparse loop: fewer unknowns without more entries.
//
// The fewest tearing variables are not what a sparse solver wants: a loop of n cells in a row, torn by n/2 of
// them, is left with expressions that grow, and what is gained in unknowns is lost in evaluations. Here an
// unknown is assigned only where the entries of the whole matrix do not become more by it. With r entries in
// its equation and c equations that contain it, as many entries of row and column vanish as stand on the
// right, and of the (r - 1)(c - 1) that may fill in, those must not be more that are not there already:
//
//   fill <= r + c - 1                                                                                     (1)
//
// as in the rule of least local fill for pivots (Duff, Erisman & Reid, Direct Methods for Sparse Matrices,
// sec. 7.4); what is there already counts where an unknown is in three equations at most, for each
// substitution is an evaluation. An inlined step is left with its states: the slope of each is in one
// equation besides its own.
//
// What is substituted into one other equation only makes of two equations a combination of them, whatever the
// size of the pivot, and nothing is computed from it along a chain: so any safe pivot will do there
// (TearingProblem::costs_alone). A capacitance of a microfarad is a bad pivot beside currents with factors of
// one.
//
// An equation into which something was substituted assigns nothing any more, so an assignment needs nothing
// but tearing variables and what was assigned later in the order of elimination; execution is in the opposite
// order, and the tearing is legal.
//
// Columns with two entries come first, then all, the last ones first, since slopes and algebraic variables
// are mostly declared behind states, which are better known before a step; of the entries of a column the one
// whose equation has the fewest other unknowns that might be assigned, and of these the best pivot: an
// equation that is used is lost for the others. (The forces on a mass, and not its motion relative to the
// next one: 100 of 200 unknowns of a chain of 50 links are left, where 132 were.) Rows and columns longer
// than kLongest are left alone, so the cost is linear in the entries.
#pragma once

#include "daedalus/structure/tearing.h"

namespace daedalus::structure {

TornBlock TearSparsely(const TearingProblem& problem);

}  // namespace daedalus::structure

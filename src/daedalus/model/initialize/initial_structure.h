// The initial problem as a graph: which equations and conditions contain which unknowns, and which of them
// determines which.
//
//   columns   the variables, then the derivatives of the differential ones: 0 .. n-1, n .. 2n-1
//   rows      the equations, the initial equations, v = start of the fixed variables, then of those that are
//             not fixed: differential variables with a start value, start preferences (start_preferences.h),
//             and differential variables without one, in this order
//
// The rows are matched in their order of preference. A row that finds no unknown is in excess, and leaves
// those before it as they are. The equations always find one, because a system of index 0 or 1 determines its
// highest derivatives. They leave as many unknowns as there are differential variables. Sets of rows that can
// be matched are a matroid, and the equations with all start values of differential variables are a basis of
// it. So the rows of the last kind fill whatever conditions leave open: nothing stays undetermined.
//
// Cost: one matching of the equations, and a short search for each condition.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/structure/matching.h"
#include "daedalus/system/system.h"

namespace daedalus::initialize {

struct InitialRow {
  enum class Kind { kEquation, kInitialEquation, kFixed, kStart };
  Kind kind = Kind::kEquation;
  EquationId equation;  // kEquation, kInitialEquation: in the list of its kind
  VariableId variable;  // kFixed, kStart

  friend bool operator==(const InitialRow&, const InitialRow&) = default;
};

struct InitialStructure {
  structure::PerRow<InitialRow> rows;
  structure::Incidence incidence;
  structure::Matching matching;
  std::vector<structure::RowId> excess;  // rows that found no unknown, ascending

  InitialRow::Kind KindOf(structure::RowId row) const { return rows[row].kind; }
};

// `equations` is the incidence of the equations, `initial` that of the initial equations, whose derivatives
// all appear in the equations. `ignored` are start preferences to leave out.
InitialStructure MatchInitialConditions(const System& system, const causal::SystemIncidence& equations,
                                        const causal::SystemIncidence& initial,
                                        std::span<const VariableId> ignored = {});

}  // namespace daedalus::initialize

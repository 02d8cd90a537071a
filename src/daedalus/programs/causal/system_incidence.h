// The incidence of a System: which variables and which derivatives appear in each equation.
#pragma once

#include <vector>

#include "daedalus/structure/incidence.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

// Where the rows are the equations of one list, and the columns the variables: row e is equation e, column v
// is variable v.
inline structure::RowId RowOf(EquationId e) {
  return structure::RowId(e.index());
}
inline structure::ColumnId ColumnOf(VariableId v) {
  return structure::ColumnId(v.index());
}
inline EquationId EquationOf(structure::RowId row) {
  return EquationId(row.index());
}
inline VariableId VariableOf(structure::ColumnId column) {
  return VariableId(column.index());
}

struct SystemIncidence {
  structure::Incidence variables;     // row: equation; column: variable, where it appears undifferentiated
  structure::Incidence derivatives;   // row: equation; column: variable, where its derivative appears
  std::vector<char> is_differential;  // per variable: its derivative appears in some equation

  std::size_t num_differential() const;
};

// Differential variables without parameters that are found at the start and kept by der(p) = 0: what a user
// calls states.
std::size_t NumStates(const System& system, const SystemIncidence& incidence);

// Of the equations, or of any other list of equations over the same variables (the initial ones).
SystemIncidence IncidenceOf(const System& system, const IdVector<EquationId, Equation>& equations);
SystemIncidence IncidenceOf(const System& system);

// The unknowns at a given time, when the differential variables are known: der(x) of each differential
// variable x, and each algebraic variable. Both are column v of variable v.
structure::Incidence HighestDerivatives(const SystemIncidence& incidence);

// Column v where v or its derivative appears: what is left when the time derivative is ignored.
structure::Incidence AnyDerivative(const SystemIncidence& incidence);

}  // namespace daedalus::causal

// What a list of equations becomes, and to which part of the System a scalar equation belongs.
//
// A Boolean, an Integer or an enumeration is determined by an equation in which it stands alone on one side.
// Between Reals it is not the type that tells: `u = y` with a y that a when-clause assigns to determines u,
// and is continuous; a discrete Real gets its values from when-clauses and algorithms, or where nothing
// continuous stands beside it.
#pragma once

#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

struct FlatEquations {
  std::vector<Equation> equations;
  std::vector<DiscreteEquation> discretes;
  std::vector<Invariant> invariants;
  std::vector<Assertion> assertions;
  std::vector<Reinit> reinits;
  std::vector<Termination> terminations;
  std::vector<Effect> effects;
  bool is_broken = false;  // something is missing, after a mistake that was reported
};

// Into the System. Of an initial section: true at the start only.
void MoveInto(System& system, FlatEquations flat, bool is_initial = false);

// Assertions, reinits, terminations and effects of a branch, which count where it is the active one.
// `inactive` says the opposite.
void MoveActions(expr::Graph& graph, ExprId active, ExprId inactive, FlatEquations& branch,
                 FlatEquations& out);

struct ScalarEquation {
  ExprId left;
  ExprId right;
  Span span;
  ScalarName instance = {};  // the component that it comes from; invalid: the model itself
  bool is_real = true;
  // A declaration, an assignment or an equation of a when-clause: the left side gets a value.
  bool is_assignment = false;
  bool is_of_algorithm = false;
  bool is_field = false;  // of records that are equal (varying_fields.h)
};

// False after a mistake, which was reported.
bool AddEquation(Context& context, Place place, const ScalarEquation& equation, FlatEquations& out);

// The discrete variable that the expression is, but for a sign or a `not`; invalid: it is something else.
DiscreteId DiscreteIn(const System& system, ExprId e);

}  // namespace daedalus::semantics

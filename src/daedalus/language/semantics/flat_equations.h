// The result of a list of equations, and the part of the System to which a scalar equation belongs.
//
// A Boolean, an Integer or an enumeration is determined by an equation in which it stands alone on one side.
// Between Reals the type does not decide. If a when-clause assigns y, `u = y` determines u, and is
// continuous. A discrete Real gets its values from when-clauses and algorithms, or from an equation without
// continuous variables.
#pragma once

#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

struct FlatEquations {
  std::vector<Equation> equations;
  std::vector<DiscreteEquation> discretes;
  std::vector<Invariant> invariants;
  std::vector<Assertion> assertions;
  std::vector<Reinit> reinits;
  std::vector<Termination> terminations;
  std::vector<StepEnd> step_ends;
  std::vector<Effect> effects;
  bool is_broken = false;  // something is missing after a reported mistake
};

// Adds them to the System. Equations of an initial section hold at the start only.
void MoveInto(System& system, FlatEquations flat, bool is_initial = false);

// Assertions, reinits, terminations and effects of a branch; they count while it is active. `inactive` is the
// opposite condition.
void MoveActions(expr::Graph& graph, ExprId active, ExprId inactive, FlatEquations& branch,
                 FlatEquations& out);

struct ScalarEquation {
  ExprId left;
  ExprId right;
  Span span;
  ScalarName instance = {};  // the component of the equation; invalid: the model itself
  bool is_real = true;
  // A declaration, an assignment or an equation of a when-clause: the left side gets a value.
  bool is_assignment = false;
  bool is_of_algorithm = false;
  bool is_field = false;  // of records that are equal (varying_fields.h)
};

// False after a reported mistake.
bool AddEquation(Context& context, Place place, const ScalarEquation& equation, FlatEquations& out);

// The discrete variable that the expression is, perhaps with a sign or a `not`; invalid: it is something
// else.
DiscreteId DiscreteIn(const System& system, ExprId e);

}  // namespace daedalus::semantics

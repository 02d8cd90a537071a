// A square problem: a list of equations, and as many unknowns as there are equations. An unknown is a
// quantity, a variable or one of its derivatives; whatever else appears in the equations is known when they
// are solved.
//
// All that is ever executed is such a problem, and becomes a Program (build_program.h):
//
//   the causal form        the equations of a system; der(x) of each differential variable x and each
//                          algebraic variable are unknown, the states are known
//   the initial problem    the equations, the initial equations and v = start conditions; all variables and
//                          all derivatives are unknown (initialize/initial_program.h)
#pragma once

#include <vector>

#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/structure/incidence.h"
#include "daedalus/system/quantity.h"

namespace daedalus::causal {

using EquationList = IdVector<EquationId, Equation>;

struct SquareProblem {
  const EquationList* equations =
      nullptr;  // over the variables and the graph of one System, which outlive this
  structure::PerColumn<Quantity> unknowns;  // in the order of variables, then of derivatives
  structure::Incidence incidence;           // row: an equation; column: an unknown that appears in it
};

// The causal form: column v is variable v, or its derivative where it is differential.
SquareProblem CausalProblem(const System& system, const SystemIncidence& incidence);

}  // namespace daedalus::causal

// Theoretical properties of the integration methods, by the names that `daedalus methods` lists.
//
// A method is one formula or several: one for each order of a family, and beside them the second solution
// that estimates the error.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "daedalus/numerics/integrate/runge_kutta/rosenbrock_tableau.h"
#include "daedalus/numerics/integrate/theory/stability.h"
#include "daedalus/numerics/integrate/theory/two_step_formula.h"

namespace daedalus::integrate {

struct AnalyzedFormula {
  std::string name;
  bool estimates_error = false;  // a second solution, which is not propagated
  int order = 0;
  int linear_order = 0;  // on x' = lambda x; seldom higher
  int num_stages = 0;    // of a one-step method, or the steps of a multistep one; 0: those of another
  double error_constant =
      0;  // computed minus true solution of x' = lambda x: this times z^(linear_order + 1)
  theory::StabilityProperties stability;
  theory::Amplification amplification;
  // The coefficients to show. None if the formula before has them, or if they are not readable numbers.
  std::variant<std::monostate, theory::Tableau, theory::MultistepFormula, theory::TwoStepFormula>
      coefficients;
  std::string_view source;
};

// The formulas at constant step; empty for methods that have no such formulas of their own. Order families
// from the lowest order up.
std::vector<AnalyzedFormula> AnalyzeMethod(std::string_view name);

// On x' = lambda x a Rosenbrock method is the Runge-Kutta method with the matrix beta = alpha + gamma ([HW96]
// IV.7): only its stability and its error on linear problems are those of this tableau.
theory::Tableau OnLinearProblems(const RosenbrockTableau& tableau);

}  // namespace daedalus::integrate

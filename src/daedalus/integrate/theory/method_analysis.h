// What theory says of the integration methods, by the names that `daedalus methods` lists.
//
// A method is one formula or several: one for each order of a family, and beside them the second solution
// that estimates the error.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "daedalus/integrate/theory/stability.h"
#include "daedalus/integrate/theory/two_step_formula.h"

namespace daedalus::integrate::theory {

struct AnalyzedFormula {
  std::string name;
  bool estimates_error = false;  // a second solution, which is not propagated
  int order = 0;
  double error_constant = 0;  // computed minus true solution of x' = lambda x: this times z^(order + 1)
  StabilityProperties stability;
  Amplification amplification;
  // Its coefficients; none where they stand in the tableau of the formula before.
  std::variant<std::monostate, Tableau, MultistepFormula, TwoStepFormula> coefficients;
  std::string_view source;
};

// The formulas at constant step; empty for methods that have no such formulas of their own. Order families
// from the lowest order up.
std::vector<AnalyzedFormula> AnalyzeMethod(std::string_view name);

}  // namespace daedalus::integrate::theory

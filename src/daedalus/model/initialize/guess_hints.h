// Uses start values of variables that are computed after a loop as guesses for the loop.
//
// In a nonlinear loop only tearing variables are guessed (initial_program.h). For y = x + 1 and x^2 = 4 the
// loop contains x only. But the start value of y decides which of the two solutions is meant. So does that of
// a variable that was eliminated before, in the residual form.
//
// Steps. (1) Write the values of all assigned variables with a start value as expressions over the tearing
// variables. The *hints* are those that depend on a tearing variable without a start value. (2) Before the
// loops are solved, move these tearing variables by shortest Gauss-Newton steps, until the hints have their
// start values, or are as near as possible:
//     minimise  sum over hints of ((g_i(x) - start_i) / max(|start_i|, 1))^2,                             (1)
// from their guesses, and if a residual remains, from their nominal values of either sign. If that does not
// converge, the guesses stay.
//
// Variables that are assigned before the loops take part with their values, unknowns of other loops with
// their guesses. Values with calls of functions are not hints, nor are results of linear loops.
//
// Cost: none without such a loop; otherwise dense, for up to 100 hints.
#pragma once

#include <span>
#include <vector>

#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/system.h"

namespace daedalus::initialize {

// The start value of an eliminated variable.
struct GivenHint {
  ExprId value;  // over the variables
  ExprId start;  // over parameters
};

class GuessHints {
 public:
  GuessHints() = default;
  // (1) Expressions are built in the graph of the system, of which a copy is kept where there are hints.
  GuessHints(System& system, const causal::Program& program, std::span<const GivenHint> eliminated);

  bool empty() const { return hints_.empty(); }
  // (2) The start values; those that were not given are moved. The variables of the point are not used.
  std::vector<double> Guess(const AttributeValues& attributes, const expr::Point& point) const;

 private:
  expr::Graph graph_;
  std::vector<GivenHint> hints_;
  std::vector<VariableId> unknowns_;  // to be moved, ascending
};

}  // namespace daedalus::initialize

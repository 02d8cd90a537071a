// An inlined step as one self-contained C99 file, for a controller: no allocation, no library but libm.
//
//   Model model;                        all that there is: time, parameters, variables
//   Model_initialize(&model);           at the start, with consistent values
//   while (...) ok = Model_step(&model);    one step; 0 where an iteration did not converge
//
// The file is what the Program of the step says (causal/program.h): assignments in their order, and for each loop a
// Newton iteration in its tearing variables, with a Jacobian that was differentiated here and a dense LU with row
// pivoting. The number of iterations is bounded, so the time of a step is.
//
// A multistep method has its past in the struct as well: values and slopes of the states at the last points, which equal steps weigh
// by tables of constants. Its order is built up from 1, as in a run.
//
// Compiled with MODEL_MAIN defined to the number of steps it is a program that prints all variables as CSV.
#pragma once

#include <string>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/inlined/multistep_past.h"
#include "daedalus/inlined/step_program.h"

namespace daedalus::inlined {

struct CExport {
  std::string method;  // for the comment at its head
  double start = 0;
  double step = 0;
  int max_iterations = 20;  // of each loop and step
  std::vector<MultistepCoefficients> multistep =
      {};  // by order, from 1 (EqualStepCoefficients); empty: a one-step method
};

// With the guesses and parameters that the step has now: the values of the start. Fails where the
// model calls functions that are no expressions, or has a loop of too many tearing variables.
Result<std::string> ExportC(const StepProgram& step, const CExport& options);

}  // namespace daedalus::inlined

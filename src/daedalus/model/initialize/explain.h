// Why an equation has no finite value, in the user's terms: the innermost operation that went wrong, with its
// operands.
#pragma once

#include <span>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/execute/dae_model.h"
#include "daedalus/programs/execute/loop_solver.h"
#include "daedalus/system/system.h"

namespace daedalus::initialize {

// "error[code]: division by zero at time = 0", with the equation marked, what was zero, and the values around
// it.
Diagnostic ExplainNonFinite(const System& system, const Equation& equation,
                            const execute::EvaluationPoint& point, std::span<const double> parameters,
                            Code code);

// The values of the variables in an equation, for a note: "x = 0, der(x) = 1". At most a handful.
std::string ValuesIn(const System& system, const Equation& equation, const execute::EvaluationPoint& point);

// A warning: for a moment nothing determined an unknown of a loop.
Diagnostic DescribeUndetermined(const System& system, const execute::Undetermined& undetermined);

}  // namespace daedalus::initialize

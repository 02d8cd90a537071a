// Is a test problem an ordinary differential equation, F = y' - f(t, y)?
#pragma once

#include "problems/ivp_problem.h"

namespace daedalus::bench {

// dF/dy' is the unit matrix, everywhere.
bool IsExplicitOde(const problems::IvpProblem& problem);

}  // namespace daedalus::bench

// Runs an integrator over a test problem from its start to its end: piece by piece between its restart times,
// and anew after every zero of its root functions.
#pragma once

#include <vector>

#include "daedalus/numerics/integrate/integrator.h"
#include "problems/ivp_problem.h"

namespace daedalus::problems {

struct ProblemRun {
  integrate::StepOutcome outcome = {};
  std::vector<double> y = {};  // where it ended
  integrate::Statistics statistics = {};
  int events = 0;
};

// Results on the way: at so many equal intervals of the whole run, by dense output, or by steps that end
// there where that is the better way (simulate/run.h).
struct OutputPoints {
  int intervals = 1;  // 1: the end alone
  bool by_steps = false;
};

// The integrator must have been made for problem.dae.
ProblemRun RunProblem(const IvpProblem& problem, integrate::Integrator& integrator,
                      const OutputPoints& points = {});

}  // namespace daedalus::problems

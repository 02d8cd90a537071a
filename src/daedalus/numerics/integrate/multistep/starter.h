// A past for multistep methods without steps of low order. Another integrator, usually a Runge-Kutta method,
// makes m equal steps (Cellier & Kofman, end of sections 8.2 and 8.3).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// y and y' at t0 + i h, i = 0..m.
struct EqualSteps {
  StepOutcome outcome;  // when not ok(), the values end before m
  double t0 = 0;
  double h = 0;
  std::vector<std::vector<double>> y, yp;
};

// The integrator may make as many steps of its own between these points as it likes.
EqualSteps RunEqualSteps(Integrator& integrator, double t0, std::span<const double> y0,
                         std::span<const double> yp0, double h, int m);

// The size of step that the integrator settles on from this start, after a first one that is a guess; 0 when
// it fails at once.
double FindEasyStep(Integrator& integrator, double t0, std::span<const double> y0,
                    std::span<const double> yp0, double t_limit);

// The Runge-Kutta method for the start, Radau IIA of order 5 to 13 (implicit_runge_kutta.h): it suits every
// problem that the multistep methods suit. All evaluations go through `evaluator`, which counts them and must
// outlive the integrator. Null when the tolerances are refused.
std::unique_ptr<Integrator> MakeStarter(Evaluator& evaluator, const Tolerances& tolerances,
                                        linear::LinearSolverKind kind);

}  // namespace daedalus::integrate

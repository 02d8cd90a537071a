// The choice of `auto`: the method that suits a problem, and the reason.
//
// The facts are those that can be known before the first step. Stiffness is judged by
//
//   rho T,  rho = the spectral radius of df/dy at the start, T = the length of the run: (1)
//
// an explicit method of order 5 needs some rho T / 3 steps for its stability alone, whatever the tolerance. A
// problem that becomes stiff later is no reason to fear the explicit choice, because it changes over by
// itself (switching.h).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"

namespace daedalus::integrate {

// Above, one real factorization for a change of the step size is what counts, and the multistep method has no
// more.
inline constexpr std::int32_t kSmallProblem = 200;

struct ProblemFacts {
  std::int32_t size = 0;
  std::int64_t num_nonzeros = 0;  // of the Jacobian
  int index = 1;                  // of the equations as the method gets them
  bool is_explicit = false;       // y' = f(t, y)
  bool constant_mass = false;     // M y' = f(t, y)
  bool has_algebraic = false;     // some unknown has no derivative in the equations
  double stiffness = std::numeric_limits<double>::infinity();  // (1)
  double events_per_run = 0;                                   // expected restarts
  bool damps_nothing = false;  // errors of steps add up, as in a mechanism without friction
  double tolerance = 1e-6;     // relative
};

struct MethodChoice {
  std::string_view method;
  std::vector<std::string> reasons;  // sentences without a full stop
};

// The facts that the problem itself contains; stiffness is not among them.
ProblemFacts FactsOf(const DaeProblem& problem);

MethodChoice ChooseMethod(const ProblemFacts& facts);

// (1) for a problem of the form y' = f(t, y), at a point with residual r; infinite where it cannot be
// evaluated.
double EstimateStiffness(const DaeProblem& problem, const Tolerances& tolerances, double t,
                         std::span<const double> y, std::span<const double> yp, double length);

}  // namespace daedalus::integrate

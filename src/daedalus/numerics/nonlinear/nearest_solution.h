// Finds the solution of one block of equations that is nearest to a guess.
//
// For the start of a model. From contradictory start values Newton's iteration reaches some solution. Which
// solution it finds depends on how the equations are written. Example: a reactor with three steady states,
// cold, warm and hot, started from the temperature of the hot state and the concentration of the warm one.
// The nearest solution does not depend on that.
//
// From one solution s the others are looked for by deflation (P. Farrell, A. Birkisson, S. Funke, SIAM J.
// Sci. Comput. 37 (2015) A2026): the equations
//
//   M(z) F(z) = 0,   M(z) = prod_s (1 + 1/|z - s|^2)                                                      (1)
//
// have all solutions of F but those. Newton's step for (1) is that for F, p = -J^-1 F, times
//
//   tau = 1 / (1 - p . grad M / M)                                                                        (2)
//
// so that only the length and the sign of steps change. It starts at the guess. If that finds nothing, it
// starts in the middle between two known solutions (an unstable state lies between two stable ones). Steps
// are short and bounded, so the search may miss solutions. Distances of (1) are in units of max(|guess|,
// nominal). Solutions are compared in nominal values, over the unknowns with given start values only.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/nonlinear/block_solver.h"

namespace daedalus::nonlinear {

struct Rival {
  std::vector<double> x;  // another solution
  double distance = 0;    // from the guess, in nominal values
};

struct NearestOutcome {
  double distance = 0;         // of the solution that was taken
  std::optional<Rival> rival;  // the nearest of the others
  std::int64_t iterations = 0;
};

constexpr std::int32_t kMostUnknownsToCompare = 20;

// The unknowns whose guess was given, and a test whether a solution is allowed by what is computed from it.
struct NearestQuestion {
  std::span<const double> guess;
  std::span<const char> is_said;
  std::function<bool(std::span<const double>)> is_allowed = {};  // empty: all are allowed
};

// `x` is a solution that was found from the guess. It is replaced if another one is much nearer. There is no
// search if x is near, no guess was given, or the block is large.
NearestOutcome TakeNearest(const NonlinearProblem& problem, const Bounds& bounds,
                           const NearestQuestion& question, std::span<double> x);

}  // namespace daedalus::nonlinear

// Of several solutions of one block of equations, the one nearest to a guess.
//
// For the start of a model. Newton's iteration from start values that contradict each other comes to some
// solution, and to which one depends on how the equations were written: a reactor with three steady states,
// cold, warm and hot, from the temperature of the hot one and the concentration of the warm one. What is
// nearest to the start values does not depend on that.
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
// so that only the length and the sign of steps change. It begins at the guess, and where that finds none, in
// the middle between two that are known (a state that nothing stays in lies between two in which something
// does). Steps are short and bounded; what it does not find, is not known. Distances of (1) are in units of
// max(|guess|, nominal), those that are compared in nominal values, and of those unknowns alone of which
// something was said.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/nonlinear/block_solver.h"

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

// Of which unknowns the guess is what somebody said; and whether a solution may be one, for what is computed
// from it.
struct NearestQuestion {
  std::span<const double> guess;
  std::span<const char> is_said;
  std::function<bool(std::span<const double>)> is_allowed = {};  // none: all are
};

// `x` is a solution that was found from the guess, and becomes another one where that is much nearer. Nothing
// is looked for where x is near, or nothing was said, or the block is large.
NearestOutcome TakeNearest(const NonlinearProblem& problem, const Bounds& bounds,
                           const NearestQuestion& question, std::span<double> x);

}  // namespace daedalus::nonlinear

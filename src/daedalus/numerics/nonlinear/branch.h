// Follows a branch of solutions around its folds:
//
//   H(z, lambda) = 0,   from a solution at one lambda to one at lambda = 1                                (1)
//
// Along a branch lambda may go back: an S-shaped one has two folds, where dH/dz is singular and no solution
// lies ahead in lambda (continuation.h ends there). So lambda is one more unknown, and what grows is the
// length of the way (E. Allgower, K. Georg, Numerical Continuation Methods, 1990, ch. 6; H. B. Keller 1977).
// With unknowns in units of max(|z|, nominal), the tangent t and the next point solve
//
//   | dH/dz  dH/dlambda |         | 0 |        | dH/dz  dH/dlambda |          | H                      |
//   |     t_old . W     |  t   =  | 1 | ,      |       t . W       |  d  =  - | t . W . (x - x_ahead)  |  (2)
//
// x = (z, lambda), W the weights: 1/n unit^2 for each of the n unknowns and 1 for lambda. The matrix is
// regular at a simple fold, and sparse but for one row and one column. dH/dlambda is a central difference,
// exact where H is linear in lambda.
//
// A step is accepted only if Newton's corrections shrink and stay small relative to it, and the tangent
// hardly turns. Otherwise it may have reached another branch, and is halved. At the end, the point where the
// path crosses lambda = 1 is the guess for the solution there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "daedalus/numerics/nonlinear/newton.h"

namespace daedalus::nonlinear {

struct BranchProblem {
  NonlinearProblem at;              // H(., lambda) with the lambda that was set last
  std::function<void(double)> set;  // any number near the path, not only from 0 to 1
};

struct BranchOptions {
  int most_steps = 2000;
  double first_step = 0.05, least_step = 1e-9, longest_step = 2;
  double farthest = 100;  // the largest |lambda| on the path
};

struct BranchOutcome {
  bool arrived = false;
  int num_steps = 0;
  int num_turns = 0;   // folds, where lambda changed its direction
  double reached = 0;  // the largest lambda with a solution
  std::int64_t iterations = 0;
};
// ", around 2 folds"; empty if there were none.
std::string TurnsText(int num_turns);

// On entry z solves (1) at this lambda; on return it is the last solution.
BranchOutcome FollowBranch(const BranchProblem& problem, std::span<double> z, double lambda,
                           const BranchOptions& options = {});

}  // namespace daedalus::nonlinear

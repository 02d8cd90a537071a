// Finds a solution of one small block of equations from a guess that may be worthless: the ladder.
//
// For the start of a model only: each rung searches further away from the guess than the one before, and may
// find any of several solutions. Each starts at the guess, not where the last one failed. A rung succeeds if
// all residuals are within tolerance and all values within their bounds.
//
// 1. *Guess.* Clamped into its bounds; where an equation has no finite value there (a logarithm of zero),
//    nominal values.
// 2. *Levenberg-Marquardt*, unknowns in units of max(|x|, nominal), rows in those of their largest entries,
//    cut to the bounds. It passes points where the Jacobian is singular. If it stagnates although the
//    residual is not zero, it moves a thousandth of a unit along the null vector, in the direction of growing
//    unknowns first: y^2 = 4 from y = 0 gives y = 2. If the other direction leads to another solution, the
//    choice was arbitrary, and the result reports this (kEitherSide).
// 3. *Other guesses*: nominal values of either sign, the middle of the bounds, and 16 points of Halton's
//    sequence within them; where there are none, within ten units of the guess. Of the solutions found the
//    one nearest to the guess wins.
// 4. *Continuation* from the guess z0: F(z) = (1 - lambda) F(z0), lambda from 0 to 1 in steps that halve and
//    double; where that ends, around folds (branch.h).
//
// If the Jacobian is singular at the solution itself (a pendulum that is fixed at the end of its range,
// dependent equations), it is accepted with residuals at rounding level; FindUndetermined reports that.
//
// References: Levenberg-Marquardt with Nielsen's update of the parameter: K. Madsen, H. B. Nielsen, O.
// Tingleff, Methods for Non-Linear Least Squares Problems, 2004, sec. 3.2. J. H. Halton, Numer. Math. 2
// (1960) 84-90. Cost: dense, n^3 a step; larger blocks are not tried.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/numerics/nonlinear/newton.h"

namespace daedalus::nonlinear {

constexpr std::int32_t kLargestLadderBlock = 150;   // rung 2
constexpr std::int32_t kLargestSearchedBlock = 40;  // rungs 3 and 4

struct Bounds {
  std::vector<double> min, max;  // one for each unknown; infinite: none
};

enum class Rung { kNone, kLevenbergMarquardt, kEitherSide, kOtherGuess, kContinuation };
std::string_view NameOf(Rung rung);

struct LadderOutcome {
  Rung rung = Rung::kNone;  // the successful one; kNone: all failed, and x is unchanged
  std::int64_t iterations = 0;

  bool ok() const { return rung != Rung::kNone; }
};

// The least determined unknown, if the rows of the Jacobian are dependent at a solution.
std::optional<std::int32_t> FindUndetermined(const NonlinearProblem& problem, std::span<const double> x);

LadderOutcome ClimbLadder(const NonlinearProblem& problem, const Bounds& bounds, std::span<double> x);

}  // namespace daedalus::nonlinear

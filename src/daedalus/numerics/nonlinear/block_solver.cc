#include "daedalus/numerics/nonlinear/block_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "daedalus/numerics/nonlinear/branch.h"
#include "daedalus/numerics/nonlinear/continuation.h"
#include "daedalus/numerics/nonlinear/levenberg_marquardt.h"

namespace daedalus::nonlinear {
namespace {

using Vector = Eigen::VectorXd;

// The i-th number of Halton's sequence in this base, between 0 and 1.
double Halton(std::size_t i, std::size_t base) {
  double out = 0, part = 1;
  for (; i > 0; i /= base) {
    part /= static_cast<double>(base);
    out += part * static_cast<double>(i % base);
  }
  return out;
}

std::vector<Vector> OtherGuesses(const NonlinearProblem& problem, const Bounds& bounds, const Vector& guess) {
  constexpr std::size_t kPoints = 16;
  constexpr std::array<std::size_t, 8> kBases{2, 3, 5, 7, 11, 13, 17, 19};
  const Eigen::Index n = guess.size();
  const auto nominal = [&](Eigen::Index j) {
    return problem.nominal.empty() ? 1 : problem.nominal[static_cast<std::size_t>(j)];
  };
  std::vector<Vector> out(3 + kPoints, Vector(n));
  for (Eigen::Index j = 0; j < n; ++j) {
    const auto k = static_cast<std::size_t>(j);
    const double unit = 10 * std::max(std::abs(guess[j]), nominal(j));
    const double low = std::max(bounds.min[k], guess[j] - unit),
                 high = std::min(bounds.max[k], guess[j] + unit);
    out[0][j] = nominal(j);
    out[1][j] = -nominal(j);
    out[2][j] = (low + high) / 2;
    for (std::size_t p = 0; p < kPoints; ++p)
      out[3 + p][j] = low + (high - low) * Halton(p + 1 + k / kBases.size(), kBases[k % kBases.size()]);
  }
  return out;
}

class Ladder {
 public:
  Ladder(const NonlinearProblem& problem, const Bounds& bounds)
      : problem_(problem), bounds_(bounds), method_(problem, bounds) {}

  LadderOutcome Climb(Vector& x) {
    Vector guess = x;
    method_.Clamp(guess);
    const std::vector<Vector> others = OtherGuesses(problem_, bounds_, guess);
    Vector residual;
    if (!method_.Residual(guess, residual)) MakeFinite(guess, others);
    const Vector no_shift = Vector::Zero(guess.size());
    Vector z = guess;
    if (method_.Solve(z, no_shift))
      return Won(method_.had_two_sides() ? Rung::kEitherSide : Rung::kLevenbergMarquardt, x, z);
    if (problem_.size > kLargestSearchedBlock) return {Rung::kNone, method_.iterations()};
    std::optional<Vector> nearest;
    for (const Vector& other : others) {
      z = other;
      method_.Clamp(z);
      if (method_.Solve(z, no_shift) && (!nearest || Distance(z, guess) < Distance(*nearest, guess)))
        nearest = z;
    }
    if (nearest) return Won(Rung::kOtherGuess, x, *nearest);
    z = guess;
    if (Continue(z)) return Won(Rung::kContinuation, x, z);
    return {Rung::kNone, method_.iterations()};
  }

 private:
  void MakeFinite(Vector& guess, const std::vector<Vector>& others) {
    Vector residual;
    for (const Vector& other : others) {
      Vector z = other;
      method_.Clamp(z);
      if (!method_.Residual(z, residual)) continue;
      guess = z;
      return;
    }
  }

  double Distance(const Vector& a, const Vector& b) const {
    double sum = 0;
    for (Eigen::Index j = 0; j < a.size(); ++j) sum += std::pow((a[j] - b[j]) / method_.Unit(b, j), 2);
    return sum;
  }

  LadderOutcome Won(Rung rung, Vector& x, const Vector& z) const {
    x = z;
    return {rung, method_.iterations()};
  }

  bool Continue(Vector& z) {
    Vector first;
    if (!method_.Residual(z, first)) return false;
    const auto solve = [&](double lambda) {
      Vector trial = z;
      if (!method_.Solve(trial, (1 - lambda) * first)) return false;
      z = trial;
      return true;
    };
    const Vector guess = z;
    if (FollowSolution(solve, {.begins_solved = true, .first_step = 0.1, .least_step = 1e-4}).arrived)
      return true;
    z = guess;
    return ContinueAroundFolds(z, first) && method_.Solve(z, Vector::Zero(z.size()));
  }

  bool ContinueAroundFolds(Vector& z, const Vector& first) {
    double rest = 1;  // 1 - lambda
    BranchProblem shifted{problem_, [&](double lambda) { rest = 1 - lambda; }};
    shifted.at.residual = [&](std::span<const double> at, std::span<double> r) {
      const EvalOutcome outcome = problem_.residual(at, r);
      for (std::size_t i = 0; i < r.size(); ++i) r[i] -= rest * first[static_cast<Eigen::Index>(i)];
      return outcome;
    };
    return FollowBranch(shifted, {z.data(), static_cast<std::size_t>(z.size())}, 0).arrived;
  }

  const NonlinearProblem& problem_;
  const Bounds& bounds_;
  LevenbergMarquardt method_;
};

}  // namespace

std::string_view NameOf(Rung rung) {
  switch (rung) {
    case Rung::kLevenbergMarquardt:
      return "Levenberg-Marquardt";
    case Rung::kEitherSide:
      return "Levenberg-Marquardt, to one of two sides";
    case Rung::kOtherGuess:
      return "another guess";
    case Rung::kContinuation:
      return "continuation";
    case Rung::kNone:
      break;
  }
  return "none";
}

std::optional<std::int32_t> FindUndetermined(const NonlinearProblem& problem, std::span<const double> x) {
  if (problem.size > kLargestLadderBlock || problem.size == 0) return std::nullopt;
  const Bounds none{std::vector<double>(x.size(), -HUGE_VAL), std::vector<double>(x.size(), HUGE_VAL)};
  return LevenbergMarquardt(problem, none).FindUndetermined(Eigen::Map<const Vector>(x.data(), problem.size));
}

LadderOutcome ClimbLadder(const NonlinearProblem& problem, const Bounds& bounds, std::span<double> x) {
  if (problem.size > kLargestLadderBlock || problem.size == 0) return {};
  Vector z = Eigen::Map<const Vector>(x.data(), problem.size);
  const LadderOutcome out = Ladder(problem, bounds).Climb(z);
  if (out.ok()) std::copy(z.data(), z.data() + z.size(), x.begin());
  return out;
}

}  // namespace daedalus::nonlinear

#include "daedalus/programs/array/consistent_point.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "daedalus/programs/array/array_solver.h"

namespace daedalus::array {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kMostMoves = 100;
constexpr double kLeastPart = 1.0 / 1024;  // of a step that is damped
constexpr double kAccepted = 1e-8;         // a residual that does not shrink any more is rounding below
constexpr double kGone = 1e-14;
constexpr int kMostRestarts = 6;

class PointSearch {
 public:
  PointSearch(DerivativeArray& array, const PointProblem& problem)
      : array_(array),
        problem_(problem),
        values_(static_cast<std::size_t>(array.pattern().num_nonzeros())),
        residual_(static_cast<Index>(array.num_rows())),
        trial_residual_(residual_.size()) {}

  PointOutcome Run(const VectorXd& guess) {
    VectorXd& at = out_.unknowns;
    at = VectorXd::Zero(static_cast<Index>(array_.num_unknowns()));
    at.head(std::min(at.size(), guess.size())) = guess.head(std::min(at.size(), guess.size()));
    if (!Evaluate(at, residual_)) return NotFinite();
    for (; out_.iterations < kMostMoves; ++out_.iterations) {
      if (problem_.cancelled && problem_.cancelled->load(std::memory_order_relaxed)) break;
      if (!Factor(at)) return NotFinite();
      Note();
      if (out_.residual <= kGone) break;
      factors_.Solve(residual_, step_);
      if (!Move(at)) break;
    }
    Note();
    out_.found = out_.residual <= kAccepted;
    return std::move(out_);
  }

 private:
  bool Evaluate(const VectorXd& at, VectorXd& r) {
    return array_.Residual(problem_.inputs, {at.data(), static_cast<std::size_t>(at.size())},
                           {r.data(), static_cast<std::size_t>(r.size())});
  }

  bool Factor(const VectorXd& at) {
    if (!array_.Jacobian(problem_.inputs, {at.data(), static_cast<std::size_t>(at.size())}, values_))
      return false;
    factors_.FactorFreely(array_, values_, UnitsOf(array_, problem_.inputs, problem_.units, at),
                          problem_.may_move);
    return true;
  }

  void Note() {
    out_.residual = factors_.SizeOf(residual_);
    out_.worst_row = factors_.WorstRow(residual_);
  }

  PointOutcome NotFinite() {
    out_.is_finite = false;
    for (Index i = 0; i < residual_.size(); ++i) {
      if (!std::isfinite(residual_[i])) out_.worst_row = static_cast<std::size_t>(i);
    }
    return std::move(out_);
  }

  // The longest part of the step that makes the residual smaller; false where there is none.
  bool Move(VectorXd& at) {
    const double before = factors_.SizeOf(residual_);
    for (double part = 1; part >= kLeastPart; part /= 2) {
      trial_ = at + part * step_;
      if (!Evaluate(trial_, trial_residual_)) continue;
      const double now = factors_.SizeOf(trial_residual_);
      if (!(now < (1 - part / 4) * before)) continue;
      at = trial_;
      residual_ = trial_residual_;
      return true;
    }
    return false;
  }

  DerivativeArray& array_;
  const PointProblem& problem_;
  ArrayFactors factors_;
  PointOutcome out_;
  std::vector<double> values_;
  VectorXd residual_, trial_residual_, trial_, step_;
};

}  // namespace

PointOutcome FindPoint(DerivativeArray& array, const PointProblem& problem, const VectorXd& guess) {
  PointOutcome best = PointSearch(array, problem).Run(guess);
  // While derivatives are far off, x moves with them: again from where it was, with the derivatives that were
  // found, until that makes no difference.
  const auto n = static_cast<Index>(array.num_variables());
  for (int again = 0; again < kMostRestarts && best.found; ++again) {
    VectorXd restart = best.unknowns;
    restart.head(n) = guess.head(n);
    PointOutcome next = PointSearch(array, problem).Run(restart);
    if (!next.found) break;
    const double change = (next.unknowns.head(n) - best.unknowns.head(n)).cwiseAbs().maxCoeff();
    best = std::move(next);
    if (change == 0) break;
  }
  return best;
}

}  // namespace daedalus::array

// The last resort of a loop at the start of a model.
#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/execute/loop_solver.h"
#include "daedalus/linear/evaluation.h"

namespace daedalus::execute {

void LoopSolver::AllowLadder(std::span<const double> min, std::span<const double> max,
                             std::span<const char> is_said) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (is_linear_) return;
  bounds_.emplace();
  inner_bounds_ = {};
  is_said_.clear();
  const auto add = [&](const Quantity& unknown, nonlinear::Bounds& bounds) {
    const bool is_variable = unknown.order == 0;
    bounds.min.push_back(is_variable ? min[unknown.variable.index()] : -kInfinity);
    bounds.max.push_back(is_variable ? max[unknown.variable.index()] : kInfinity);
  };
  for (const Quantity& unknown : tearing_) {
    add(unknown, *bounds_);
    is_said_.push_back(unknown.order == 0 && is_said[unknown.variable.index()]);
  }
  for (const Quantity& unknown : inner_unknowns_) add(unknown, inner_bounds_);
  if (untorn_) untorn_->AllowLadder(min, max, is_said);
}

// At a start the inner unknowns have no guess of their own, for those that have are torn: what the tearing
// variables say is one.
void LoopSolver::GuessInner(Workspace& workspace) {
  newton_->inner.Evaluate(workspace.inputs(), inner_values_.data());
  if (linear::AreFinite(inner_values_)) inner_.Write(inner_values_, workspace);
}

nonlinear::NonlinearProblem LoopSolver::ProblemAt(Workspace& workspace) {
  nonlinear::NonlinearProblem problem;
  problem.size = static_cast<std::int32_t>(tearing_.size());
  problem.pattern = pattern_;
  problem.nominal = nominal_;
  const auto evaluate = [this, &workspace](std::span<const double> z) {
    if (workspace.is_cancelled()) return linear::EvalOutcome::kFatal;
    Set(workspace, z);
    newton_->kernel.Evaluate(workspace.inputs(), outputs_.data());
    return linear::EvalOutcome::kOk;
  };
  problem.residual = [this, evaluate](std::span<const double> z, std::span<double> r) {
    const auto outcome = evaluate(z);
    std::ranges::copy(residuals(), r.begin());
    return outcome;
  };
  problem.jacobian = [this, evaluate](std::span<const double> z, std::span<double> values) {
    const auto outcome = evaluate(z);
    std::ranges::copy(entries(), values.begin());
    return outcome;
  };
  return problem;
}

// True if a solution that was hard to find is one of many, or of two that meet there.
void LoopSolver::CheckDetermined(Workspace& workspace) {
  std::vector<double> z;
  for (const Quantity& unknown : tearing_) z.push_back(workspace.At(unknown));
  const auto found = nonlinear::FindUndetermined(ProblemAt(workspace), z);
  is_undetermined_ = is_undetermined_ || found.has_value();
  if (!found || undetermined_) return;
  const auto unknown = static_cast<std::size_t>(*found);
  undetermined_ = {LoopFailure{"the Jacobian is singular", rows_[unknown], tearing_[unknown]},
                   workspace.time};
}

// From where the loop began.
bool LoopSolver::Climb(Workspace& workspace) {
  if (!bounds_) return false;
  std::vector<double> z = start_;
  const nonlinear::LadderOutcome outcome = nonlinear::ClimbLadder(ProblemAt(workspace), *bounds_, z);
  statistics_.iterations += outcome.iterations;
  rung_ = outcome.rung;
  if (!outcome.ok()) return false;
  Set(workspace, z);
  return true;
}

// The inner unknowns of a solution must be within their bounds too.
bool LoopSolver::IsInnerWithin(Workspace& workspace, std::span<const double> z) {
  constexpr double kSlack = 1e-9;
  Set(workspace, z);
  newton_->inner.Evaluate(workspace.inputs(), inner_values_.data());
  for (std::size_t i = 0; i < inner_values_.size(); ++i) {
    const double value = inner_values_[i], slack = kSlack * std::max(std::abs(value), 1.0);
    if (!(value >= inner_bounds_.min[i] - slack && value <= inner_bounds_.max[i] + slack)) return false;
  }
  return true;
}

// Takes the nearest of several solutions, starting with the one at the workspace.
void LoopSolver::TakeNearest(Workspace& workspace) {
  std::vector<double> z;
  for (const Quantity& unknown : tearing_) z.push_back(workspace.At(unknown));
  const nonlinear::NearestOutcome found = nonlinear::TakeNearest(
      ProblemAt(workspace), *bounds_,
      {start_, is_said_, [&](auto other) { return IsInnerWithin(workspace, other); }}, z);
  statistics_.iterations += found.iterations;
  Set(workspace, z);
  other_.reset();
  if (!found.rival) return;
  other_ = OtherSolution{{}, found.rival->distance, found.distance};
  for (std::size_t i = 0; i < tearing_.size(); ++i)
    other_->values.emplace_back(tearing_[i], found.rival->x[i]);
}

}  // namespace daedalus::execute

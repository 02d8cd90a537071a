#include "daedalus/programs/execute/damped_newton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/least_change.h"

namespace daedalus::execute {
namespace {

constexpr int kMaxDampedSteps = 200;
constexpr double kLeastDamping = 1e-10;
// In the units of WorstResidual: such an answer is accepted where rounding keeps the steps from shrinking.
constexpr double kSmallResidual = 1e-10;

}  // namespace

DampedNewton::Outcome DampedNewton::Solve(LoopNewton& newton, Workspace& workspace) {
  ++newton.statistics.damped;
  LoopEquations& equations = newton.equations;
  for (int iteration = 0; iteration < kMaxDampedSteps; ++iteration) {
    if (workspace.is_cancelled()) return {LoopFailure{"the run was interrupted", equations.rows()[0]}};
    if (!equations.Evaluate(workspace)) return {newton.NotFinite()};
    const LoopEquations::Worst worst = equations.WorstResidual(workspace);
    if (newton.Factor() != linear::FactorStatus::kOk) {
      if (!StepUndetermined(newton, workspace)) return {newton.Singular()};
      if (!equations.Evaluate(workspace)) return {newton.NotFinite()};
      if (equations.WorstResidual(workspace).size > kSmallResidual) continue;
      return {std::nullopt, true};
    }
    std::ranges::copy(equations.residuals(), step_.begin());
    newton.SolveLinear(step_);
    ++newton.statistics.iterations;
    for (std::size_t i = 0; i < point_.size(); ++i) point_[i] = workspace.At(equations.unknowns()[i]);
    const double size = equations.SizeOf(workspace, step_);
    if (size <= LoopLimits::kSmallStep) {
      equations.Subtract(workspace, step_);
      if (!newton.IsSharp(workspace, step_, 1)) newton.Sharpen(workspace, size, kMostSharpening);
      return {};
    }
    if (Move(newton, workspace, size)) continue;
    equations.Set(workspace, point_);
    if (worst.size <= kSmallResidual) return {};
    return {LoopFailure{fmt::format("the iteration is stuck after {} steps", iteration + 1),
                        equations.rows()[worst.row]}};
  }
  if (!equations.Evaluate(workspace)) return {newton.NotFinite()};
  return {LoopFailure{fmt::format("no solution after {} iterations", kMaxDampedSteps),
                      equations.rows()[equations.WorstResidual(workspace).row]}};
}

bool DampedNewton::StepUndetermined(LoopNewton& newton, Workspace& workspace) {
  if (newton.branch) return false;  // it comes to a fold instead
  LoopEquations& equations = newton.equations;
  units_.resize(equations.size());
  for (std::size_t i = 0; i < units_.size(); ++i)
    units_[i] = std::abs(workspace.At(equations.unknowns()[i])) + equations.nominal()[i];
  if (!linear::LeastChange(equations.pattern(), equations.entries(), units_, equations.residuals(), step_))
    return false;
  ++newton.statistics.iterations;
  equations.Subtract(workspace, step_);
  return true;
}

bool DampedNewton::Move(LoopNewton& newton, Workspace& workspace, double size) {
  LoopEquations& equations = newton.equations;
  for (double damping = 1; damping >= kLeastDamping; damping /= 2) {
    for (std::size_t i = 0; i < point_.size(); ++i)
      workspace.At(equations.unknowns()[i]) = point_[i] - damping * step_[i];
    if (!equations.Evaluate(workspace)) continue;
    const auto next_step = equations.residuals();
    newton.SolveLinear(next_step);
    double next = 0;  // in the units of `size`: those of the point
    for (std::size_t i = 0; i < point_.size(); ++i)
      next = std::max(next, std::abs(next_step[i]) / (std::abs(point_[i]) + equations.nominal()[i]));
    if (next <= (1 - damping / 4) * size) return true;
  }
  return false;
}

}  // namespace daedalus::execute

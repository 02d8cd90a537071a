#include "daedalus/programs/execute/loop_ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/nonlinear/nearest_solution.h"

namespace daedalus::execute {
namespace {

// The loop, as the ladder sees it: it evaluates at the workspace.
nonlinear::NonlinearProblem ProblemAt(LoopEquations& equations, Workspace& workspace) {
  nonlinear::NonlinearProblem problem;
  problem.size = static_cast<std::int32_t>(equations.size());
  problem.pattern = equations.pattern();
  problem.nominal.assign(equations.nominal().begin(), equations.nominal().end());
  const auto evaluate = [&equations, &workspace](std::span<const double> z) {
    if (workspace.is_cancelled()) return linear::EvalOutcome::kFatal;
    equations.Set(workspace, z);
    equations.EvaluateTerms(workspace);
    return linear::EvalOutcome::kOk;
  };
  problem.residual = [&equations, evaluate](std::span<const double> z, std::span<double> r) {
    const auto outcome = evaluate(z);
    std::ranges::copy(equations.residuals(), r.begin());
    return outcome;
  };
  problem.jacobian = [&equations, evaluate](std::span<const double> z, std::span<double> values) {
    const auto outcome = evaluate(z);
    std::ranges::copy(equations.entries(), values.begin());
    return outcome;
  };
  return problem;
}

std::vector<double> UnknownsAt(const LoopEquations& equations, const Workspace& workspace) {
  std::vector<double> z;
  for (const Quantity& unknown : equations.unknowns()) z.push_back(workspace.At(unknown));
  return z;
}

}  // namespace

LoopLadder::LoopLadder(const LoopEquations& equations, std::span<const double> min,
                       std::span<const double> max, std::span<const char> is_said) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto add = [&](const Quantity& unknown, nonlinear::Bounds& bounds) {
    const bool is_variable = unknown.order == 0;
    bounds.min.push_back(is_variable ? min[unknown.variable.index()] : -kInfinity);
    bounds.max.push_back(is_variable ? max[unknown.variable.index()] : kInfinity);
  };
  for (const Quantity& unknown : equations.unknowns()) {
    add(unknown, bounds_);
    is_said_.push_back(unknown.order == 0 && is_said[unknown.variable.index()]);
  }
  for (const Quantity& unknown : equations.inner_unknowns()) add(unknown, inner_bounds_);
}

nonlinear::Rung LoopLadder::Climb(LoopNewton& newton, Workspace& workspace,
                                  std::span<const double> start) const {
  std::vector<double> z(start.begin(), start.end());
  const nonlinear::LadderOutcome outcome =
      nonlinear::ClimbLadder(ProblemAt(newton.equations, workspace), bounds_, z);
  newton.statistics.iterations += outcome.iterations;
  if (outcome.ok()) newton.equations.Set(workspace, z);
  return outcome.rung;
}

std::optional<LoopFailure> LoopLadder::FindUndetermined(LoopEquations& equations,
                                                        Workspace& workspace) const {
  const auto found =
      nonlinear::FindUndetermined(ProblemAt(equations, workspace), UnknownsAt(equations, workspace));
  if (!found) return std::nullopt;
  const auto unknown = static_cast<std::size_t>(*found);
  return LoopFailure{"the Jacobian is singular", equations.rows()[unknown], equations.unknowns()[unknown]};
}

bool LoopLadder::IsInnerWithin(LoopEquations& equations, Workspace& workspace,
                               std::span<const double> z) const {
  constexpr double kSlack = 1e-9;
  equations.Set(workspace, z);
  const auto inner = equations.EvaluateInner(workspace);
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const double value = inner[i], slack = kSlack * std::max(std::abs(value), 1.0);
    if (!(value >= inner_bounds_.min[i] - slack && value <= inner_bounds_.max[i] + slack)) return false;
  }
  return true;
}

std::optional<OtherSolution> LoopLadder::TakeNearest(LoopNewton& newton, Workspace& workspace,
                                                     std::span<const double> guess) const {
  LoopEquations& equations = newton.equations;
  std::vector<double> z = UnknownsAt(equations, workspace);
  const nonlinear::NearestOutcome found = nonlinear::TakeNearest(
      ProblemAt(equations, workspace), bounds_,
      {guess, is_said_, [&](auto other) { return IsInnerWithin(equations, workspace, other); }}, z);
  newton.statistics.iterations += found.iterations;
  equations.Set(workspace, z);
  if (!found.rival) return std::nullopt;
  OtherSolution other{{}, found.rival->distance, found.distance};
  for (std::size_t i = 0; i < equations.size(); ++i)
    other.values.emplace_back(equations.unknowns()[i], found.rival->x[i]);
  return other;
}

void GuessInner(LoopEquations& equations, Workspace& workspace) {
  if (linear::AreFinite(equations.EvaluateInner(workspace))) equations.WriteInner(workspace);
}

}  // namespace daedalus::execute

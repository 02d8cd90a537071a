#include "daedalus/programs/execute/loop_newton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace daedalus::execute {
namespace {

constexpr int kMaxFullSteps = 12;
// Each full step is at most this part of the one before: far from a solution, or near a fold, it is not.
constexpr double kContraction = 0.5;

}  // namespace

LoopNewton::LoopNewton(LoopEquations loop, bool keeps_branch)
    : equations(std::move(loop)),
      matrix_(equations.pattern(), equations.is_linear() && !equations.matrix_parameters()) {
  if (equations.has_residual_kernel())
    kept.emplace(equations.pattern(), equations.is_linear(), equations.matrix_parameters());
  if (keeps_branch) branch.emplace(equations.size());
}

linear::FactorStatus LoopNewton::Factor() {
  const linear::FactorStatus status = matrix_.Factor(equations.entries());
  if (!matrix_.is_single()) {
    statistics.factored = matrix_.num_factored();
    if (kept) kept->ForgetRate();
  }
  if (branch && status == linear::FactorStatus::kOk) branch->Note(matrix_);
  return status;
}

bool LoopNewton::RenewMatrix(const Workspace& workspace) {
  equations.EvaluateTerms(workspace);
  // The factorization checks the entries, except a single one.
  if (!linear::AreFinite(equations.size() == 1 ? equations.outputs() : equations.residuals())) return false;
  if (Factor() != linear::FactorStatus::kOk) return false;
  if (kept) kept->Note(workspace);
  return true;
}

// Flattened: most loops have one tearing variable, for which calls would cost more than their work.
[[gnu::flatten]] bool LoopNewton::FullSteps(Workspace& workspace) {
  double last_size = std::numeric_limits<double>::infinity();
  const int most = limits.most_iterations > 0 ? limits.most_iterations : kMaxFullSteps;
  const double small = limits.SmallStep();
  for (int iteration = 0; iteration < most; ++iteration) {
    if (!RenewMatrix(workspace) || !IsOnBranch(workspace)) return false;
    const auto step = equations.residuals();
    SolveLinear(step);
    ++statistics.iterations;
    if (equations.is_linear()) {
      if (!linear::AreFinite(step)) return false;
      equations.SetNegative(workspace, step);
      return true;
    }
    const double size = equations.SizeOf(workspace, step);
    if (!std::isfinite(size)) return false;
    equations.Subtract(workspace, step);
    if (size <= small) {
      if (!IsSharp(workspace, step, iteration > 0 ? size / last_size : 1))
        Sharpen(workspace, size, std::min(kMostSharpening, most - iteration - 1));
      return true;
    }
    if (size > kContraction * last_size) return false;
    last_size = size;
  }
  return false;
}

bool LoopNewton::IsSharp(const Workspace& workspace, std::span<const double> step, double ratio) const {
  if (limits.may_pass_folds)
    return false;  // the remaining error is large for results that follow through nearly singular matrices
  const double next = ratio * ratio, small = limits.SmallStep();
  const auto unknowns = equations.unknowns();
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    const double size = std::abs(step[i]), unknown = std::abs(workspace.At(unknowns[i]));
    if (!(size <= small * unknown || size * next <= LoopLimits::kRounding * unknown)) return false;
  }
  return true;
}

void LoopNewton::Sharpen(Workspace& workspace, double last_size, int most) {
  for (int iteration = 0; iteration < most; ++iteration) {
    if (!equations.Evaluate(workspace) || Factor() != linear::FactorStatus::kOk) return;
    const auto step = equations.residuals();
    SolveLinear(step);
    ++statistics.iterations;
    const double size = equations.SizeOf(workspace, step);
    if (!(size <= kContraction * last_size)) return;
    equations.Subtract(workspace, step);
    if (IsSharp(workspace, step, size / last_size)) return;
    last_size = size;
  }
}

LoopFailure LoopNewton::NotFinite() const {
  const auto row = linear::FirstNotFinite(equations.residuals());
  return {"an equation has no finite value where the iteration starts",
          equations.rows()[static_cast<std::size_t>(row.value_or(0))]};
}

LoopFailure LoopNewton::Singular() const {
  LoopFailure failure{"the Jacobian is singular"};
  const linear::Singularity singularity = matrix_.ExplainSingularity();
  if (!singularity.rows.empty())
    failure.equation = equations.rows()[static_cast<std::size_t>(singularity.rows.front())];
  if (!singularity.columns.empty())
    failure.unknown = equations.unknowns()[static_cast<std::size_t>(singularity.columns.front())];
  return failure;
}

LoopFailure LoopNewton::NotInTime(const Workspace& workspace) {
  if (!equations.Evaluate(workspace)) return NotFinite();
  if (Factor() == linear::FactorStatus::kSingular) return Singular();
  return {fmt::format("no solution within {} iterations", limits.most_iterations),
          equations.rows()[equations.WorstResidual(workspace).row]};
}

}  // namespace daedalus::execute

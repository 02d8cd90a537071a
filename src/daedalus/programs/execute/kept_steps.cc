#include "daedalus/programs/execute/kept_steps.h"

#include <algorithm>
#include <cmath>

namespace daedalus::execute {
namespace {

constexpr int kMostKeptSteps = 8;
constexpr double kKeptContraction = 0.3;

// Solves without the old factors, with new ones from the start, if there is no use for them.
bool Iterate(LoopNewton& newton, Workspace& workspace, const std::optional<KeptFactors::Use>& use) {
  LoopEquations& equations = newton.equations;
  KeptFactors& kept = *newton.kept;
  const double share = use ? use->share : 1, least_rate = use ? use->rate : 0;
  const double accuracy = newton.limits.accuracy;
  const bool is_linear = equations.is_linear(), is_exact = is_linear && least_rate == 0;
  double first_size = 0, last_size = 0, rate = 1;
  for (int iteration = 0; iteration < kMostKeptSteps; ++iteration) {
    if (iteration > 0 || use) {
      equations.EvaluateResiduals(workspace);
    } else {
      if (!newton.RenewMatrix(workspace)) return false;
      if (is_linear) equations.AddProducts(workspace);
    }
    const auto step = equations.residuals();
    newton.SolveLinear(step);
    ++newton.statistics.iterations;
    if (share != 1) {
      for (double& change : step) change *= share;
    }
    if (is_exact) {
      equations.Subtract(workspace, step);
      return linear::AreFinite(step);
    }
    const double size = equations.SizeOf(workspace, step);
    if (!std::isfinite(size)) return false;
    equations.Subtract(workspace, step);
    if (iteration == 0) {
      first_size = size;
      const double expected = kept.ExpectRate(size);
      rate = is_linear ? least_rate : expected;
      if (!use && size <= newton.limits.SmallStep() && newton.IsSharp(workspace, step, 1)) return true;
    } else {
      rate = size / last_size;
      if (rate > kKeptContraction) return size <= accuracy;
      kept.Measure(rate, first_size);
    }
    rate = std::max(rate, least_rate);
    if (size <= accuracy || rate / (1 - rate) * size <= accuracy) return true;
    last_size = size;
  }
  return false;
}

}  // namespace

bool KeptSteps(LoopNewton& newton, Workspace& workspace, std::span<const double> start) {
  const LoopEquations& equations = newton.equations;
  if (!newton.kept) return false;
  // If iterations are bounded, a nonlinear loop makes Newton's only.
  if (equations.is_linear() ? !equations.matrix_parameters() : newton.limits.most_iterations > 0)
    return false;
  const auto use =
      newton.has_factors() ? newton.kept->UseAt(workspace, newton.limits.accuracy) : std::nullopt;
  if (Iterate(newton, workspace, use)) return true;
  equations.Set(workspace, start);
  return false;
}

}  // namespace daedalus::execute

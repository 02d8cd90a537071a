#include "daedalus/programs/execute/dae_model.h"

#include <algorithm>
#include <cmath>

namespace daedalus::execute {

using integrate::EvalOutcome;

DaeModel::DaeModel(codegen::ModelKernels& kernels, std::vector<double> parameters, UnknownFacts facts)
    : kernels_(kernels), parameters_(std::move(parameters)), facts_(std::move(facts)) {}

std::size_t DaeModel::num_differential() const {
  return static_cast<std::size_t>(std::ranges::count(facts_.is_differential, 1));
}

EvalOutcome DaeModel::Residual(double t, std::span<const double> y, std::span<const double> yp,
                               std::span<double> r) {
  if (is_cancelled()) return EvalOutcome::kFatal;
  kernels_.residual.Evaluate(Inputs(t, y, yp), r.data());
  const auto bad = std::find_if(r.begin(), r.end(), [](double value) { return !std::isfinite(value); });
  if (bad == r.end()) return EvalOutcome::kOk;
  last_non_finite_ = {static_cast<std::size_t>(bad - r.begin()),
                      {t, {y.begin(), y.end()}, {yp.begin(), yp.end()}, {held_.begin(), held_.end()}}};
  return EvalOutcome::kOk;  // the integrator checks the values itself, and finds the row
}

integrate::DaeProblem DaeModel::Problem() {
  integrate::DaeProblem problem;
  problem.size = static_cast<std::int32_t>(size());
  problem.is_differential = facts_.is_differential;
  problem.index = facts_.index;
  problem.signs = facts_.signs;
  // Only of unknowns that the error test leaves out anyway: `gear` neither predicts nor tests those that
  // enter linearly, so between its steps nobody would watch the others (a circuit without states is all
  // linear).
  problem.enters_linearly = UntestedUnknowns(facts_);
  for (std::size_t v = 0; v < problem.enters_linearly.size(); ++v)
    problem.enters_linearly[v] &= kernels_.jacobian.dy_is_constant()[v];
  problem.pattern = kernels_.jacobian.pattern();
  problem.residual = [this](double t, auto y, auto yp, auto r) { return Residual(t, y, yp, r); };
  problem.keeps_undetermined = true;
  problem.constant_mass = kernels_.jacobian.dyp_is_constant();
  problem.jacobian = [this](double t, auto y, auto yp, auto dy, auto dyp) {
    kernels_.jacobian.EvaluateUnited(Inputs(t, y, yp), dy.data(), dyp.data());
    return EvalOutcome::kOk;
  };
  if (kernels_.time_derivative) {
    problem.time_derivative = [this](double t, auto y, auto yp, auto r) {
      kernels_.time_derivative->Evaluate(Inputs(t, y, yp), r);
      return EvalOutcome::kOk;
    };
  }
  return problem;
}

}  // namespace daedalus::execute

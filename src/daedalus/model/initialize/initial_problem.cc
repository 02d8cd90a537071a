#include "daedalus/model/initialize/initial_problem.h"

#include <algorithm>

namespace daedalus::initialize {
namespace {

using linear::SparsePattern;

constexpr std::int32_t kNoRow = -1;

std::unique_ptr<codegen::ModelKernels> CompileInitialEquations(const System& system,
                                                               std::span<const EquationId> which) {
  if (which.empty()) return nullptr;
  std::vector<ExprId> residuals;
  for (const EquationId e : which) residuals.push_back(system.initial_equations[e].residual);
  return codegen::CompileModel(system.graph, residuals, system.variables.size());
}

void AppendRows(SparsePattern& out, const SparsePattern& from, std::size_t column, std::int32_t offset) {
  for (const std::int32_t row : from.Column(static_cast<std::int32_t>(column)))
    out.row_indices.push_back(row + offset);
}

double* CopyColumn(double* to, const SparsePattern& pattern, const std::vector<double>& values,
                   std::size_t column) {
  return std::copy(values.begin() + pattern.column_starts[column],
                   values.begin() + pattern.column_starts[column + 1], to);
}

}  // namespace

StartConditions ConditionsOf(const InitialPlan& plan) {
  return {plan.initial_equations, plan.start_conditions};
}

StartConditions AllConditionsOf(const InitialPlan& plan) {
  StartConditions out = ConditionsOf(plan);
  for (const InitialRow& row : plan.redundant) {
    if (row.kind == InitialRow::Kind::kFixed) {
      out.starts.push_back(row.variable);
    } else {
      out.initial_equations.push_back(row.equation);
    }
  }
  return out;
}

InitialProblem::InitialProblem(const System& system, execute::DaeModel& dae, StartConditions conditions,
                               std::span<const double> starts, double t0)
    : dae_(dae),
      conditions_(std::move(conditions)),
      starts_(starts),
      t0_(t0),
      num_variables_(system.variables.size()),
      start_row_(num_variables_, kNoRow),
      is_step_(num_variables_, 0),
      initial_(CompileInitialEquations(system, conditions_.initial_equations)),
      y_(num_variables_),
      yp_(num_variables_, 0.0) {
  for (std::size_t v = 0; v < num_variables_; ++v) {
    if (dae.is_differential()[v]) differential_.push_back(v);
  }
  auto row = static_cast<std::int32_t>(num_variables_ + conditions_.initial_equations.size());
  for (const VariableId v : conditions_.starts) start_row_[v.index()] = row++;
  for (const VariableId v : conditions_.steps) {
    start_row_[v.index()] = row++;
    is_step_[v.index()] = 1;
  }
  dy_.resize(dae.kernels().jacobian.dy_pattern().row_indices.size());
  dyp_.resize(dae.kernels().jacobian.dyp_pattern().row_indices.size());
  if (initial_) {
    initial_dy_.resize(initial_->jacobian.dy_pattern().row_indices.size());
    initial_dyp_.resize(initial_->jacobian.dyp_pattern().row_indices.size());
  }
}

InitialRow InitialProblem::RowAt(std::size_t row) const {
  using Kind = InitialRow::Kind;
  if (row < num_variables_) return {Kind::kEquation, EquationId(row), {}};
  row -= num_variables_;
  const std::size_t num_initial = conditions_.initial_equations.size();
  if (row < num_initial) return {Kind::kInitialEquation, conditions_.initial_equations[row], {}};
  row -= num_initial;
  const std::size_t num_starts = conditions_.starts.size();
  return {Kind::kFixed, {}, row < num_starts ? conditions_.starts[row] : conditions_.steps[row - num_starts]};
}

std::vector<double> InitialProblem::Join(std::span<const double> y, std::span<const double> yp) const {
  std::vector<double> z(y.begin(), y.end());
  for (const std::size_t v : differential_) z.push_back(yp[v]);
  return z;
}

void InitialProblem::Split(std::span<const double> z, std::span<double> y, std::span<double> yp) const {
  std::copy(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(num_variables_), y.begin());
  for (std::size_t i = 0; i < differential_.size(); ++i) yp[differential_[i]] = z[num_variables_ + i];
}

void InitialProblem::Residual(std::span<const double> z, std::span<double> r) {
  Split(z, y_, yp_);
  dae_.Residual(t0_, y_, yp_, r.first(num_variables_));
  if (initial_) initial_->residual.Evaluate(dae_.Inputs(t0_, y_, yp_), r.data() + num_variables_);
  for (const VariableId v : conditions_.starts) {
    r[static_cast<std::size_t>(start_row_[v.index()])] = z[v.index()] - starts_[v.index()];
  }
  for (const VariableId v : conditions_.steps) {
    r[static_cast<std::size_t>(start_row_[v.index()])] =
        z[v.index()] - past_[v.index()] - step_ * yp_[v.index()];
  }
}

SparsePattern InitialProblem::BuildPattern() const {
  SparsePattern out;
  out.rows = static_cast<std::int32_t>(num_rows());
  out.cols = static_cast<std::int32_t>(size());
  const auto offset = static_cast<std::int32_t>(num_variables_);
  const auto& model = dae_.kernels().jacobian;
  for (std::size_t v = 0; v < num_variables_; ++v) {
    AppendRows(out, model.dy_pattern(), v, 0);
    if (initial_) AppendRows(out, initial_->jacobian.dy_pattern(), v, offset);
    if (start_row_[v] != kNoRow) out.row_indices.push_back(start_row_[v]);
    out.column_starts.push_back(out.num_nonzeros());
  }
  for (const std::size_t v : differential_) {
    AppendRows(out, model.dyp_pattern(), v, 0);
    if (initial_) AppendRows(out, initial_->jacobian.dyp_pattern(), v, offset);
    if (is_step_[v]) out.row_indices.push_back(start_row_[v]);
    out.column_starts.push_back(out.num_nonzeros());
  }
  return out;
}

void InitialProblem::Jacobian(std::span<const double> z, std::span<double> values) {
  Split(z, y_, yp_);
  auto& model = dae_.kernels().jacobian;
  model.EvaluateParts(dae_.Inputs(t0_, y_, yp_), dy_.data(), dyp_.data());
  if (initial_)
    initial_->jacobian.EvaluateParts(dae_.Inputs(t0_, y_, yp_), initial_dy_.data(), initial_dyp_.data());
  double* at = values.data();
  for (std::size_t v = 0; v < num_variables_; ++v) {
    at = CopyColumn(at, model.dy_pattern(), dy_, v);
    if (initial_) at = CopyColumn(at, initial_->jacobian.dy_pattern(), initial_dy_, v);
    if (start_row_[v] != kNoRow) *at++ = 1.0;
  }
  for (const std::size_t v : differential_) {
    at = CopyColumn(at, model.dyp_pattern(), dyp_, v);
    if (initial_) at = CopyColumn(at, initial_->jacobian.dyp_pattern(), initial_dyp_, v);
    if (is_step_[v]) *at++ = -step_;
  }
}

nonlinear::NonlinearProblem InitialProblem::Problem(std::span<const double> nominal) {
  nonlinear::NonlinearProblem problem;
  problem.size = static_cast<std::int32_t>(size());
  problem.num_excess = static_cast<std::int32_t>(num_rows()) - problem.size;
  problem.pattern = BuildPattern();
  problem.nominal = Join(nominal, nominal);
  problem.residual = [this](auto z, auto r) {
    if (dae_.is_cancelled()) return linear::EvalOutcome::kFatal;
    Residual(z, r);
    return linear::EvalOutcome::kOk;
  };
  problem.jacobian = [this](auto z, auto values) {
    Jacobian(z, values);
    return linear::EvalOutcome::kOk;
  };
  return problem;
}

}  // namespace daedalus::initialize

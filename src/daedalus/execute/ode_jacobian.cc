#include "daedalus/execute/ode_jacobian.h"

#include <algorithm>

namespace daedalus::execute {
namespace {

using linear::SparsePattern;

std::size_t Begin(const SparsePattern& pattern, std::size_t column) {
  return static_cast<std::size_t>(pattern.column_starts[column]);
}

// dF/du: the column of a state is that of its derivative.
SparsePattern UnknownPattern(const codegen::JacobianKernel& jacobian,
                             const std::vector<char>& is_differential) {
  SparsePattern out;
  out.rows = out.cols = static_cast<std::int32_t>(is_differential.size());
  for (std::size_t v = 0; v < is_differential.size(); ++v) {
    const SparsePattern& from = is_differential[v] ? jacobian.dyp_pattern() : jacobian.dy_pattern();
    const auto column = from.Column(static_cast<std::int32_t>(v));
    out.row_indices.insert(out.row_indices.end(), column.begin(), column.end());
    out.column_starts.push_back(out.num_nonzeros());
  }
  return out;
}

}  // namespace

OdeJacobian::OdeJacobian(codegen::ModelKernels& kernels, const causal::SystemIncidence& incidence,
                         SparsePattern pattern)
    : kernels_(&kernels),
      pattern_(std::move(pattern)),
      groups_(linear::ColorColumns(pattern_)),
      is_differential_(incidence.is_differential),
      dy_(kernels.jacobian.dy_pattern().row_indices.size()),
      dyp_(kernels.jacobian.dyp_pattern().row_indices.size()),
      solution_(is_differential_.size()) {
  for (std::size_t v = 0; v < is_differential_.size(); ++v) {
    if (is_differential_[v]) states_.push_back(static_cast<std::int32_t>(v));
  }
  const SparsePattern unknowns = UnknownPattern(kernels.jacobian, is_differential_);
  unknowns_.resize(unknowns.row_indices.size());
  solver_ = linear::CopyableSolver(unknowns);
}

bool OdeJacobian::Factor(const Workspace& workspace) {
  const SparsePattern& dy = kernels_->jacobian.dy_pattern();
  const SparsePattern& dyp = kernels_->jacobian.dyp_pattern();
  kernels_->jacobian.EvaluateParts(workspace.inputs(), dy_.data(), dyp_.data());
  double* at = unknowns_.data();
  for (std::size_t v = 0; v < is_differential_.size(); ++v) {
    const SparsePattern& from = is_differential_[v] ? dyp : dy;
    const double* part = is_differential_[v] ? dyp_.data() : dy_.data();
    at = std::copy(part + Begin(from, v), part + Begin(from, v + 1), at);
  }
  // Where every equation is one for a derivative, with a constant factor, dF/du never changes.
  if (unknowns_ == factored_) return true;
  const bool is_regular = solver_->Factor(unknowns_) == linear::FactorStatus::kOk;
  factored_.clear();
  if (is_regular) factored_ = unknowns_;
  return is_regular;
}

void OdeJacobian::Evaluate(std::span<double> values) {
  const SparsePattern& dy = kernels_->jacobian.dy_pattern();
  for (std::int32_t g = 0; g < groups_.size(); ++g) {
    std::fill(solution_.begin(), solution_.end(), 0.0);
    for (const std::int32_t column : groups_.Group(g)) {
      const auto v = static_cast<std::size_t>(states_[static_cast<std::size_t>(column)]);
      for (std::size_t k = Begin(dy, v); k < Begin(dy, v + 1); ++k)
        solution_[static_cast<std::size_t>(dy.row_indices[k])] -= dy_[k];
    }
    solver_->Solve(solution_);
    for (const std::int32_t column : groups_.Group(g)) {
      const auto c = static_cast<std::size_t>(column);
      for (std::size_t k = Begin(pattern_, c); k < Begin(pattern_, c + 1); ++k) {
        const auto row = static_cast<std::size_t>(pattern_.row_indices[k]);
        values[k] = solution_[static_cast<std::size_t>(states_[row])];
      }
    }
  }
}

void OdeJacobian::EvaluateTimeDerivative(const Workspace& workspace, std::span<double> values) {
  kernels_->time_derivative->Evaluate(workspace.inputs(), solution_);
  for (double& value : solution_) value = -value;
  solver_->Solve(solution_);
  for (std::size_t i = 0; i < states_.size(); ++i)
    values[i] = solution_[static_cast<std::size_t>(states_[i])];
}

}  // namespace daedalus::execute

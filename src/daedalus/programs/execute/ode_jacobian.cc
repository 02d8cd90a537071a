#include "daedalus/programs/execute/ode_jacobian.h"

#include <algorithm>

namespace daedalus::execute {
namespace {

using linear::SparsePattern;

std::size_t Begin(const SparsePattern& pattern, std::size_t column) {
  return static_cast<std::size_t>(pattern.column_starts[column]);
}

}  // namespace

OdeJacobian::OdeJacobian(codegen::ModelKernels& kernels, const causal::SystemIncidence& incidence,
                         SparsePattern pattern, std::span<const Output> outputs)
    : kernels_(&kernels),
      pattern_(std::move(pattern)),
      groups_(linear::ColorColumns(pattern_)),
      is_differential_(incidence.is_differential),
      is_output_(is_differential_.size(), 0),
      dy_(kernels.jacobian.dy_pattern().row_indices.size()),
      dyp_(kernels.jacobian.dyp_pattern().row_indices.size()),
      solution_(is_differential_.size()) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> equation_of(is_differential_.size(), kNone);
  for (const Output& output : outputs) {
    is_output_[output.equation] = 1;
    equation_of[output.variable] = output.equation;
  }
  SparsePattern unknowns;
  unknowns.rows = unknowns.cols = static_cast<std::int32_t>(is_differential_.size());
  for (std::size_t v = 0; v < is_differential_.size(); ++v) {
    if (is_differential_[v]) states_.push_back(static_cast<std::int32_t>(v));
    if (equation_of[v] != kNone) {
      unknowns.row_indices.push_back(static_cast<std::int32_t>(equation_of[v]));
      sources_.push_back({Source::Part::kOne, 0});
    } else {
      // The column of a state is that of its derivative.
      const SparsePattern& from =
          is_differential_[v] ? kernels.jacobian.dyp_pattern() : kernels.jacobian.dy_pattern();
      for (std::size_t k = Begin(from, v); k < Begin(from, v + 1); ++k) {
        if (is_output_[static_cast<std::size_t>(from.row_indices[k])]) continue;
        unknowns.row_indices.push_back(from.row_indices[k]);
        sources_.push_back({is_differential_[v] ? Source::Part::kDyp : Source::Part::kDy, k});
      }
    }
    unknowns.column_starts.push_back(unknowns.num_nonzeros());
  }
  unknowns_.resize(sources_.size());
  solver_ = linear::CopyableSolver(unknowns);
}

bool OdeJacobian::Factor(const Workspace& workspace) {
  kernels_->jacobian.EvaluateParts(workspace.inputs(), dy_.data(), dyp_.data());
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    const Source& source = sources_[k];
    unknowns_[k] = source.part == Source::Part::kOne  ? 1.0
                   : source.part == Source::Part::kDy ? dy_[source.index]
                                                      : dyp_[source.index];
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
      for (std::size_t k = Begin(dy, v); k < Begin(dy, v + 1); ++k) {
        const auto row = static_cast<std::size_t>(dy.row_indices[k]);
        if (!is_output_[row]) solution_[row] -= dy_[k];
      }
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
  for (std::size_t row = 0; row < solution_.size(); ++row)
    solution_[row] = is_output_[row] ? 0.0 : -solution_[row];
  solver_->Solve(solution_);
  for (std::size_t i = 0; i < states_.size(); ++i)
    values[i] = solution_[static_cast<std::size_t>(states_[i])];
}

}  // namespace daedalus::execute

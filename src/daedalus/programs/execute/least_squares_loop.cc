#include "daedalus/programs/execute/least_squares_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/numerics/linear/compromise.h"
#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::execute {
namespace {

constexpr int kMostSteps = 100;
constexpr double kLastStep = 1e-11;         // in the units of the unknowns
constexpr double kLastResort = 1e-7;        // where rounding keeps the steps from shrinking further
constexpr double kHardlySmaller = 0.9;      // than the step before
constexpr std::size_t kJointSquares = 100;  // rows, as in loop_solver.cc

}  // namespace

LeastSquaresLoop::LeastSquaresLoop(System& system, const causal::EquationList& equations,
                                   const causal::Program& program, const causal::Block& block,
                                   std::span<const Invariant> invariants, std::span<const double> nominal) {
  const auto unknowns = program.UnknownsOf(block);
  const auto rows = program.EquationsOf(block);
  unknowns_.assign(unknowns.begin(), unknowns.end());
  rows_.assign(rows.begin(), rows.end());
  for (const Quantity& unknown : unknowns_) nominal_.push_back(nominal[unknown.variable.index()]);
  for (const causal::Program::Yielding& one : program.yielding) {
    const auto row = std::ranges::find(rows_, one.equation);
    if (row == rows_.end()) continue;
    yielding_.push_back({static_cast<std::size_t>(row - rows_.begin()), nominal[one.unit.variable.index()]});
  }
  std::vector<ExprId> outputs;
  for (const EquationId row : rows_) outputs.push_back(equations[row].residual);
  for (const Invariant& invariant : invariants) {
    outputs.push_back(invariant.equation.residual);
    weights_.push_back(invariant.weight);
  }
  std::vector<ExprId> leaves;
  for (const Quantity& unknown : unknowns_) leaves.push_back(LeafOf(system.graph, unknown));
  pattern_ = AddPartials(system.graph, leaves, outputs);
  square_ = SquarePartOf(pattern_, static_cast<std::int32_t>(rows_.size()));
  kernel_.emplace(rows_.size() <= kJointSquares ? codegen::CompileJointly(system.graph, outputs)
                                                : codegen::CompileProgram(system.graph, outputs));
  outputs_.resize(outputs.size());
  matrix_.resize(square_.forward_entries.size());
  for (auto* of_unknowns : {&start_, &step_, &correction_}) of_unknowns->resize(unknowns_.size());
  gradients_.resize(unknowns_.size() * weights_.size());
  v_.resize(yielding_.size() * weights_.size());
  right_side_.resize(weights_.size());
  yields_.resize(yielding_.size());
}

std::optional<LoopFailure> LeastSquaresLoop::Solve(Workspace& workspace) {
  ++statistics_.solved;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) start_[i] = workspace.At(unknowns_[i]);
  const int most = most_iterations_ > 0 ? most_iterations_ : kMostSteps;
  double last_size = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most; ++iteration) {
    if (workspace.is_cancelled()) return LoopFailure{"the run was interrupted", rows_[0]};
    if (!Evaluate(workspace) || !FindStep()) {
      Restore(workspace);
      return LoopFailure{"the equations have no finite value, or their Jacobian is singular", rows_[0]};
    }
    ++statistics_.iterations;
    double size = 0;
    for (std::size_t i = 0; i < unknowns_.size(); ++i) {
      double& z = workspace.At(unknowns_[i]);
      z -= step_[i];
      size = std::max(size, std::abs(step_[i]) / (std::abs(z) + nominal_[i]));
    }
    const bool is_stuck = size > kHardlySmaller * last_size && size <= kLastResort;
    if (size <= kLastStep || is_stuck) return std::nullopt;
    last_size = size;
  }
  Restore(workspace);
  return LoopFailure{fmt::format("no least squares solution within {} iterations", most), rows_[0]};
}

bool LeastSquaresLoop::Evaluate(const Workspace& workspace) {
  kernel_->Evaluate(workspace.inputs(), outputs_.data());
  return linear::AreFinite(outputs_);
}

bool LeastSquaresLoop::FindStep() {
  for (std::size_t k = 0; k < matrix_.size(); ++k) matrix_[k] = entries()[square_.forward_entries[k]];
  if (square_.forward->Factor(matrix_) != linear::FactorStatus::kOk) return false;
  std::copy_n(outputs_.begin(), step_.size(), step_.begin());
  square_.forward->Solve(step_);
  if (!FindCorrection()) return false;
  Correct();
  return linear::AreFinite(step_);
}

bool LeastSquaresLoop::FindCorrection() {
  const std::size_t n = unknowns_.size(), p = weights_.size();
  for (std::size_t k = 0; k < matrix_.size(); ++k) matrix_[k] = entries()[square_.transposed_entries[k]];
  if (square_.transposed->Factor(matrix_) != linear::FactorStatus::kOk) return false;
  std::copy_n(outputs_.begin() + static_cast<std::ptrdiff_t>(n), p, right_side_.begin());
  std::ranges::fill(gradients_, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    const auto end = static_cast<std::size_t>(pattern_.column_starts[j + 1]);
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[j]); k < end; ++k) {
      const auto row = static_cast<std::size_t>(pattern_.row_indices[k]);
      if (row < n) continue;
      gradients_[(row - n) * n + j] = entries()[k];
      right_side_[row - n] -= entries()[k] * step_[j];
    }
  }
  for (std::size_t c = 0; c < p; ++c) {
    const auto gradient = std::span(gradients_).subspan(c * n, n);
    square_.transposed->Solve(gradient);
    for (std::size_t i = 0; i < yielding_.size(); ++i)
      v_[c * yielding_.size() + i] = weights_[c] * gradient[yielding_[i].row] * yielding_[i].unit;
    right_side_[c] *= weights_[c];
  }
  return true;
}

void LeastSquaresLoop::Correct() {
  if (yielding_.empty()) return;
  linear::FindCompromise(v_, right_side_, yields_);
  std::ranges::fill(correction_, 0.0);
  for (std::size_t i = 0; i < yielding_.size(); ++i)
    correction_[yielding_[i].row] = yielding_[i].unit * yields_[i];
  square_.forward->Solve(correction_);  // its factors are still those of J
  for (std::size_t i = 0; i < step_.size(); ++i) step_[i] += correction_[i];
}

void LeastSquaresLoop::Restore(Workspace& workspace) {
  for (std::size_t i = 0; i < unknowns_.size(); ++i) workspace.At(unknowns_[i]) = start_[i];
}

}  // namespace daedalus::execute

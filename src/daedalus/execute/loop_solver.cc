#include "daedalus/execute/loop_solver.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "daedalus/causal/relaxation.h"
#include "daedalus/execute/inlining.h"
#include "daedalus/expr/differentiate.h"
#include "daedalus/nonlinear/newton.h"

namespace daedalus::execute {
namespace {

// With an exact Jacobian the error after a step is about the square of the step: what follows one this small
// is rounding.
constexpr double kSmallStep = 1e-8;
constexpr int kMaxFullSteps = 12;
// Shapes pay off only for many equations; sharing across equations pays off below.
constexpr std::size_t kJointRows = 100;

codegen::KernelProgram CompileRows(const expr::Graph& graph, std::span<const ExprId> outputs,
                                   std::size_t rows) {
  return rows <= kJointRows ? codegen::CompileJointly(graph, outputs)
                            : codegen::CompileProgram(graph, outputs);
}

}  // namespace

LoopSolver::LoopSolver(System& system, const causal::EquationList& equations, const causal::Program& program,
                       const causal::Block& block, std::span<const double> nominal)
    : is_linear_(block.kind != causal::BlockKind::kNonlinear) {
  const auto tearing = program.TearingOf(block);
  const auto residuals = program.ResidualsOf(block);
  tearing_.assign(tearing.begin(), tearing.end());
  rows_.assign(residuals.begin(), residuals.end());
  for (const Quantity& unknown : tearing_) nominal_.push_back(nominal[unknown.variable.index()]);
  start_.resize(tearing_.size());
  BuildNewton(system, equations, program, block);
  if (block.method == causal::BlockMethod::kRelaxation) BuildRelaxation(system, equations, program, block);
}

void LoopSolver::BuildNewton(System& system, const causal::EquationList& equations,
                             const causal::Program& program, const causal::Block& block) {
  Inlining inlining(system);
  std::vector<ExprId> inner_values;
  for (const causal::Assignment& assignment : program.AssignmentsOf(block)) {
    inner_.push_back(assignment.unknown);
    inner_values.push_back(inlining.Assign(assignment.unknown, assignment.value));
  }
  std::map<ExprId, std::int32_t> column_of;
  for (const Quantity& unknown : tearing_)
    column_of.emplace(LeafOf(system.graph, unknown), static_cast<std::int32_t>(column_of.size()));

  std::vector<ExprId> outputs;
  std::map<std::pair<std::int32_t, std::int32_t>, ExprId> partials;  // by column, then row
  expr::Differentiator differentiator(system.graph);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    outputs.push_back(inlining.Inlined(equations[rows_[row]].residual));
    for (const auto& [leaf, value] : differentiator.Gradient(outputs.back())) {
      const auto column = column_of.find(leaf.id);
      if (column != column_of.end()) partials[{column->second, static_cast<std::int32_t>(row)}] = value;
    }
  }
  std::vector<linear::Entry> entries;
  for (const auto& [place, value] : partials) {
    entries.push_back({place.second, place.first});
    outputs.push_back(value);
  }
  const auto n = static_cast<std::int32_t>(rows_.size());
  pattern_ = linear::PatternFromEntries(n, n, entries);
  solver_ = linear::MakeLinearSolver(pattern_);
  newton_ = std::make_unique<Newton>(CompileRows(system.graph, outputs, rows_.size()),
                                     codegen::CompileJointly(system.graph, inner_values));
  outputs_.resize(outputs.size());
  inner_values_.resize(inner_values.size());
}

void LoopSolver::BuildRelaxation(System& system, const causal::EquationList& equations,
                                 const causal::Program& program, const causal::Block& block) {
  const VariableId first_auxiliary(static_cast<std::uint32_t>(system.variables.size()));
  const auto relaxed = causal::Relax(system, equations, program, block, first_auxiliary);
  if (!relaxed) return;
  Inlining inlining(system);
  std::vector<ExprId> outputs;
  for (const auto& [target, value] : relaxed->steps) {
    const ExprId inlined = inlining.Assign(target, value);
    if (target.variable >= first_auxiliary) continue;
    relaxed_.push_back(target);
    outputs.push_back(inlined);
  }
  for (const auto& [pivot, scale] : relaxed->guards) {
    outputs.push_back(inlining.Inlined(pivot));
    outputs.push_back(inlining.Inlined(scale));
  }
  relaxation_ = std::make_unique<codegen::Kernel>(codegen::CompileJointly(system.graph, outputs));
  relaxed_values_.resize(outputs.size());
}

std::vector<codegen::Kernel*> LoopSolver::kernels() {
  std::vector<codegen::Kernel*> out = {&newton_->kernel, &newton_->inner};
  if (relaxation_) out.insert(out.begin(), relaxation_.get());
  return out;
}

std::optional<LoopFailure> LoopSolver::Solve(Workspace& workspace) {
  ++statistics_.solved;
  if (relaxation_ && Relaxed(workspace)) return std::nullopt;
  for (std::size_t i = 0; i < tearing_.size(); ++i) start_[i] = workspace.At(tearing_[i]);
  if (!FullSteps(workspace)) {
    for (std::size_t i = 0; i < tearing_.size(); ++i) workspace.At(tearing_[i]) = start_[i];
    if (auto failure = DampedSteps(workspace)) {
      for (std::size_t i = 0; i < tearing_.size(); ++i) workspace.At(tearing_[i]) = start_[i];
      return failure;
    }
  }
  AssignInner(workspace);
  return std::nullopt;
}

bool LoopSolver::Relaxed(Workspace& workspace) {
  relaxation_->Evaluate(workspace.inputs(), relaxed_values_.data());
  if (!linear::AreFinite(relaxed_values_)) return false;
  for (std::size_t i = relaxed_.size(); i < relaxed_values_.size(); i += 2) {
    if (!causal::IsGood(relaxed_values_[i], relaxed_values_[i + 1])) return false;
  }
  for (std::size_t i = 0; i < relaxed_.size(); ++i) workspace.At(relaxed_[i]) = relaxed_values_[i];
  ++statistics_.relaxed;
  return true;
}

bool LoopSolver::Evaluate(Workspace& workspace) {
  newton_->kernel.Evaluate(workspace.inputs(), outputs_.data());
  return linear::AreFinite(outputs_);
}

bool LoopSolver::FullSteps(Workspace& workspace) {
  for (int iteration = 0; iteration < kMaxFullSteps; ++iteration) {
    if (!Evaluate(workspace)) return false;
    if (solver_->Factor(entries()) != linear::FactorStatus::kOk) return false;
    const auto step = residuals();
    solver_->Solve(step);
    ++statistics_.iterations;
    double size = 0;
    for (std::size_t i = 0; i < tearing_.size(); ++i) {
      double& value = workspace.At(tearing_[i]);
      size = std::max(size, std::abs(step[i]) / (std::abs(value) + nominal_[i]));
      value -= step[i];
    }
    if (!std::isfinite(size)) return false;
    if (is_linear_ || size <= kSmallStep) return true;
  }
  return false;
}

std::optional<LoopFailure> LoopSolver::DampedSteps(Workspace& workspace) {
  ++statistics_.damped;
  const auto set = [&](std::span<const double> z) {
    for (std::size_t i = 0; i < tearing_.size(); ++i) workspace.At(tearing_[i]) = z[i];
  };
  nonlinear::NonlinearProblem problem;
  problem.size = static_cast<std::int32_t>(tearing_.size());
  problem.pattern = pattern_;
  problem.nominal = nominal_;
  problem.residual = [&](std::span<const double> z, std::span<double> r) {
    set(z);
    Evaluate(workspace);
    std::ranges::copy(residuals(), r.begin());
    return linear::EvalOutcome::kOk;
  };
  problem.jacobian = [&](std::span<const double> z, std::span<double> values) {
    set(z);
    Evaluate(workspace);
    std::ranges::copy(entries(), values.begin());
    return linear::EvalOutcome::kOk;
  };
  std::vector<double> z = start_;
  const auto outcome = nonlinear::SolveNonlinear(problem, z);
  statistics_.iterations += outcome.iterations;
  set(z);
  if (outcome.ok()) return std::nullopt;
  LoopFailure failure{outcome.reason};
  if (outcome.row) failure.equation = rows_[static_cast<std::size_t>(*outcome.row)];
  if (outcome.unknown) failure.unknown = tearing_[static_cast<std::size_t>(*outcome.unknown)];
  return failure;
}

void LoopSolver::AssignInner(Workspace& workspace) {
  newton_->inner.Evaluate(workspace.inputs(), inner_values_.data());
  for (std::size_t i = 0; i < inner_.size(); ++i) workspace.At(inner_[i]) = inner_values_[i];
}

}  // namespace daedalus::execute

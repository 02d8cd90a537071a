#include "daedalus/programs/execute/invariant_set.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::execute {
namespace {

constexpr int kMostSolutions = 20;           // iterations for u
constexpr double kSmallChange = 1e-10;       // of u, in the units of each
constexpr std::size_t kJointOutputs = 1000;  // beyond, sharing between equations costs more than it saves

}  // namespace

InvariantSet::InvariantSet(System& system, const causal::SystemIncidence& incidence,
                           const structure::Matching& matching, Extent extent)
    : num_invariants_(system.invariants.size()) {
  FindUnknowns(system, incidence, matching, extent);
  Compile(system);
  const std::size_t n = unknowns_.size();
  step_.resize(n);
  matrix_.resize(square_.forward_entries.size());
  adjoint_.resize(n * num_invariants_);
}

// Breadth first: what an equation of u needs is another u, or a state.
void InvariantSet::FindUnknowns(const System& system, const causal::SystemIncidence& incidence,
                                const structure::Matching& matching, Extent extent) {
  expr::LeafCollector collector;
  std::set<VariableId> states, known;  // `known`: the variables whose u is listed
  const auto add_unknown = [&](VariableId v, int order) {
    if (!known.insert(v).second) return;
    unknowns_.push_back({v, order});
    equations_.push_back(causal::EquationOf(matching.row_of_column[causal::ColumnOf(v)]));
  };
  const auto look_at = [&](ExprId residual) {
    for (const expr::VariableLeaf& leaf : collector.Collect(system.graph, residual).variables) {
      if (leaf.order == 0 && incidence.is_differential[leaf.variable.index()]) {
        states.insert(leaf.variable);
      } else {
        add_unknown(leaf.variable, leaf.order);
      }
    }
  };
  for (const Invariant& invariant : system.invariants) look_at(invariant.equation.residual);
  for (std::size_t v = 0; extent == Extent::kAll && v < system.variables.size(); ++v)
    add_unknown(VariableId(v), incidence.is_differential[v]);
  for (std::size_t i = 0; i < equations_.size(); ++i) look_at(system.equations[equations_[i]].residual);
  states_.assign(states.begin(), states.end());
}

void InvariantSet::Compile(System& system) {
  std::vector<ExprId> leaves, outputs;
  for (const Quantity& u : unknowns_) leaves.push_back(LeafOf(system.graph, u));
  for (const VariableId x : states_) leaves.push_back(system.graph.Variable(x));
  for (const EquationId e : equations_) outputs.push_back(system.equations[e].residual);
  for (const Invariant& invariant : system.invariants) outputs.push_back(invariant.equation.residual);
  pattern_ = AddPartials(system.graph, leaves, outputs);
  square_ = SquarePartOf(pattern_, static_cast<std::int32_t>(unknowns_.size()));
  outputs_.resize(outputs.size());
  kernel_.emplace(outputs_.size() <= kJointOutputs ? codegen::CompileJointly(system.graph, outputs)
                                                   : codegen::CompileProgram(system.graph, outputs));
}

bool InvariantSet::EvaluateKernel(const Workspace& workspace) {
  kernel_->Evaluate(workspace.inputs(), outputs_.data());
  return linear::AreFinite(outputs_);
}

// Ends with everything evaluated at the solution.
bool InvariantSet::SolveUnknowns(Workspace& workspace) {
  if (!EvaluateKernel(workspace)) return false;
  if (unknowns_.empty()) return true;
  for (int iteration = 0; iteration < kMostSolutions; ++iteration) {
    for (std::size_t k = 0; k < matrix_.size(); ++k) matrix_[k] = entries()[square_.forward_entries[k]];
    if (square_.forward->Factor(matrix_) != linear::FactorStatus::kOk) return false;
    std::copy_n(outputs_.begin(), step_.size(), step_.begin());
    square_.forward->Solve(step_);
    double size = 0;
    for (std::size_t i = 0; i < step_.size(); ++i) {
      double& u = workspace.At(unknowns_[i]);
      u -= step_[i];
      size = std::max(size, std::abs(step_[i]) / (1 + std::abs(u)));
    }
    if (!EvaluateKernel(workspace)) return false;
    if (size <= kSmallChange) return true;
  }
  return false;
}

bool InvariantSet::Evaluate(Workspace& workspace, std::span<double> g) {
  if (!SolveUnknowns(workspace)) return false;
  std::ranges::copy(values(), g.begin());
  return true;
}

bool InvariantSet::Gradients(std::span<double> rows) {
  const std::size_t n = unknowns_.size(), p = num_invariants_;
  std::ranges::fill(rows, 0.0);
  std::ranges::fill(adjoint_, 0.0);
  if (n > 0) {
    for (std::size_t k = 0; k < matrix_.size(); ++k) matrix_[k] = entries()[square_.transposed_entries[k]];
    if (square_.transposed->Factor(matrix_) != linear::FactorStatus::kOk) return false;
  }
  // Columns of u come first: they make the right sides of the transposed systems.
  for (std::size_t column = 0; column < n + states_.size(); ++column) {
    if (column == n) {
      for (std::size_t c = 0; c < p && n > 0; ++c)
        square_.transposed->Solve(std::span(adjoint_).subspan(c * n, n));
    }
    const auto end = static_cast<std::size_t>(pattern_.column_starts[column + 1]);
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]); k < end; ++k) {
      const auto row = static_cast<std::size_t>(pattern_.row_indices[k]);
      if (column < n) {
        if (row >= n) adjoint_[(row - n) * n + column] = entries()[k];
      } else if (row >= n) {
        rows[(row - n) * states_.size() + column - n] += entries()[k];
      } else {
        for (std::size_t c = 0; c < p; ++c)
          rows[c * states_.size() + column - n] -= adjoint_[c * n + row] * entries()[k];
      }
    }
  }
  return true;
}

}  // namespace daedalus::execute

#include "daedalus/execute/invariant_set.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "daedalus/expr/differentiate.h"
#include "daedalus/expr/leaves.h"
#include "daedalus/linear/evaluation.h"

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
  matrix_.resize(forward_entries_.size());
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
  std::map<ExprId, std::int32_t> column_of;
  for (const Quantity& u : unknowns_)
    column_of.emplace(LeafOf(system.graph, u), static_cast<std::int32_t>(column_of.size()));
  for (const VariableId x : states_)
    column_of.emplace(system.graph.Variable(x), static_cast<std::int32_t>(column_of.size()));
  std::vector<ExprId> outputs;
  for (const EquationId e : equations_) outputs.push_back(system.equations[e].residual);
  for (const Invariant& invariant : system.invariants) outputs.push_back(invariant.equation.residual);
  const auto num_rows = static_cast<std::int32_t>(outputs.size());
  std::map<std::pair<std::int32_t, std::int32_t>, ExprId> partials;  // by column, then row
  expr::Differentiator differentiator(system.graph);
  for (std::int32_t row = 0; row < num_rows; ++row) {
    for (const auto& [leaf, value] : differentiator.Gradient(outputs[static_cast<std::size_t>(row)])) {
      const auto column = column_of.find(leaf.id);
      if (column != column_of.end()) partials[{column->second, row}] = value;
    }
  }
  const auto n = static_cast<std::int32_t>(unknowns_.size());
  std::vector<linear::Entry> all, inner;
  for (const auto& [place, value] : partials) {
    if (place.first < n && place.second < n) {
      forward_entries_.push_back(all.size());
      inner.push_back({place.second, place.first});
    }
    all.push_back({place.second, place.first});
    outputs.push_back(value);
  }
  pattern_ = linear::PatternFromEntries(num_rows, static_cast<std::int32_t>(column_of.size()), all);
  outputs_.resize(outputs.size());
  kernel_.emplace(outputs_.size() <= kJointOutputs ? codegen::CompileJointly(system.graph, outputs)
                                                   : codegen::CompileProgram(system.graph, outputs));
  if (n == 0) return;
  const linear::SparsePattern square = linear::PatternFromEntries(n, n, inner);
  linear::Transposed transposed = linear::Transpose(square);
  for (const std::int32_t source : transposed.source)
    transposed_entries_.push_back(forward_entries_[static_cast<std::size_t>(source)]);
  forward_ = linear::CopyableSolver(square);
  transposed_ = linear::CopyableSolver(std::move(transposed.pattern));
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
    for (std::size_t k = 0; k < matrix_.size(); ++k) matrix_[k] = entries()[forward_entries_[k]];
    if (forward_->Factor(matrix_) != linear::FactorStatus::kOk) return false;
    std::copy_n(outputs_.begin(), step_.size(), step_.begin());
    forward_->Solve(step_);
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
    for (std::size_t k = 0; k < matrix_.size(); ++k) matrix_[k] = entries()[transposed_entries_[k]];
    if (transposed_->Factor(matrix_) != linear::FactorStatus::kOk) return false;
  }
  // Columns of u come first: they make the right sides of the transposed systems.
  for (std::size_t column = 0; column < n + states_.size(); ++column) {
    if (column == n) {
      for (std::size_t c = 0; c < p && n > 0; ++c) transposed_->Solve(std::span(adjoint_).subspan(c * n, n));
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

#include "daedalus/programs/execute/loop_equations.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "daedalus/programs/codegen/shared_work.h"
#include "daedalus/programs/execute/inlining.h"
#include "daedalus/programs/execute/partials.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/rewrite.h"

namespace daedalus::execute {
namespace {

// Smaller loops are factored as fast as they are evaluated.
constexpr std::size_t kLeastKept = 4;
// Shapes pay off only for many equations; sharing across equations pays off below.
constexpr std::size_t kJointRows = 200;
// Shapes run over lanes and need no dispatch for each operation. Where they do this many times the work of
// shared expressions, they are slower all the same.
constexpr std::size_t kMostRepeated = 4;

codegen::KernelProgram CompileRows(const expr::Graph& graph, std::span<const ExprId> outputs,
                                   std::size_t rows) {
  return rows <= kJointRows || codegen::ShareWork(graph, outputs, kMostRepeated)
             ? codegen::CompileJointly(graph, outputs)
             : codegen::CompileProgram(graph, outputs);
}

// The parameters that these expressions consist of; nullopt if they contain anything else.
std::optional<std::vector<ParameterId>> ParametersAlone(const expr::Graph& graph,
                                                        std::span<const ExprId> expressions) {
  expr::LeafCollector collector;
  std::set<ParameterId> found;
  for (const ExprId e : expressions) {
    const expr::Leaves& leaves = collector.Collect(graph, e);
    if (leaves.Vary()) return std::nullopt;
    found.insert(leaves.parameters.begin(), leaves.parameters.end());
  }
  return std::vector<ParameterId>(found.begin(), found.end());
}

// What lies one behind the other in the workspace is copied faster so.
std::vector<std::size_t> InOrderOfVariables(std::span<const Quantity> quantities) {
  std::vector<std::size_t> order(quantities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, {}, [&](std::size_t i) { return std::pair(quantities[i].order, quantities[i].variable.value); });
  return order;
}

// Rewrites rows so that varying terms are not divided by expressions of parameters: they are multiplied by
// the inverse, which kernels compute once for all rows. A division takes the time of four products, and a
// residual may be rounded otherwise.
std::vector<ExprId> WithoutDivisions(expr::Graph& graph, std::span<const ExprId> rows) {
  constexpr int kDeepest = 8;  // quotients inside of quotients
  expr::LeafCollector collector;
  expr::Rewriting rewriting(graph);
  std::vector<ExprId> out(rows.begin(), rows.end());
  const auto varies = [&](ExprId e) { return collector.Collect(graph, e).Vary(); };
  bool is_changed = true;
  for (int depth = 0; depth < kDeepest && is_changed; ++depth) {
    is_changed = false;
    rewriting.Restart();
    for (ExprId& row : out) {
      row = rewriting.Apply(row, [&](ExprId e) {
        if (graph.op(e) != expr::Op::kDiv || varies(graph.operand(e, 1)) || !varies(graph.operand(e, 0)))
          return ExprId();
        is_changed = true;
        const ExprId numerator = graph.operand(e, 0), denominator = graph.operand(e, 1);
        return expr::Product(graph, numerator, expr::Quotient(graph, graph.Constant(1), denominator));
      });
    }
  }
  return out;
}

// The rows at zero unknowns: linear rows are these plus the matrix times the
// unknowns.
std::vector<ExprId> AbsoluteTerms(expr::Graph& graph, std::span<const ExprId> rows,
                                  std::vector<ExprId> unknowns) {
  std::ranges::sort(unknowns);
  expr::Rewriting rewriting(graph);
  std::vector<ExprId> out;
  for (const ExprId row : rows) {
    out.push_back(rewriting.Apply(row, [&](ExprId e) {
      return std::ranges::binary_search(unknowns, e) ? graph.Constant(0) : ExprId();
    }));
  }
  return out;
}

}  // namespace

LoopEquations::LoopEquations(System& system, const causal::EquationList& equations,
                             const causal::Program& program, const causal::Block& block,
                             std::span<const double> nominal)
    : is_linear_(block.kind != causal::BlockKind::kNonlinear) {
  const auto tearing = program.TearingOf(block);
  const auto residuals = program.ResidualsOf(block);
  for (const std::size_t i : InOrderOfVariables(tearing)) {
    unknowns_.push_back(tearing[i]);
    rows_.push_back(residuals[i]);
  }
  places_ = Targets(unknowns_);
  for (const Quantity& unknown : unknowns_) nominal_.push_back(nominal[unknown.variable.index()]);

  Inlining inlining(system);
  std::vector<ExprId> values, inner_values;
  std::vector<Quantity> assigned;
  for (const causal::Assignment& assignment : program.AssignmentsOf(block)) {
    const ExprId value = inlining.Assign(assignment.unknown, assignment.value);
    if (!assignment.is_read) continue;
    assigned.push_back(assignment.unknown);
    values.push_back(value);
  }
  for (const std::size_t i : InOrderOfVariables(assigned)) {
    inner_unknowns_.push_back(assigned[i]);
    inner_values.push_back(values[i]);
  }
  inner_ = Targets(inner_unknowns_);

  std::vector<ExprId> leaves, outputs;
  for (const Quantity& unknown : unknowns_) leaves.push_back(LeafOf(system.graph, unknown));
  for (const EquationId row : rows_) outputs.push_back(inlining.Inlined(equations[row].residual));
  const bool keeps_factors = program.keeps_factors && !block.keeps_branch && rows_.size() >= kLeastKept;
  if (keeps_factors) {
    const bool has_shapes = rows_.size() > kJointRows;
    residual_.emplace(CompileRows(
        system.graph, has_shapes ? WithoutDivisions(system.graph, outputs) : outputs, rows_.size()));
  }
  pattern_ = AddPartials(system.graph, leaves, outputs);
  if (keeps_factors && is_linear_)
    matrix_parameters_ = ParametersAlone(system.graph, std::span(outputs).subspan(rows_.size()));
  if (is_linear_)
    std::ranges::copy(AbsoluteTerms(system.graph, std::span(outputs).first(rows_.size()), leaves),
                      outputs.begin());
  kernel_.emplace(CompileRows(system.graph, outputs, rows_.size()));
  inner_kernel_.emplace(CompileRows(system.graph, inner_values, inner_values.size()));
  outputs_.resize(outputs.size());
  inner_values_.resize(inner_values.size());
}

void LoopEquations::AddProducts(const Workspace& workspace) {
  for (std::size_t column = 0; column < unknowns_.size(); ++column) {
    const double unknown = workspace.At(unknowns_[column]);
    const auto end = static_cast<std::size_t>(pattern_.column_starts[column + 1]);
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]); k < end; ++k)
      outputs_[static_cast<std::size_t>(pattern_.row_indices[k])] += entries()[k] * unknown;
  }
}

LoopEquations::Worst LoopEquations::WorstResidual(const Workspace& workspace) {
  units_.assign(unknowns_.size(), 0.0);
  for (std::size_t column = 0; column < unknowns_.size(); ++column) {
    const double unknown = std::max(std::abs(workspace.At(unknowns_[column])), nominal_[column]);
    const auto end = static_cast<std::size_t>(pattern_.column_starts[column + 1]);
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]); k < end; ++k) {
      double& unit = units_[static_cast<std::size_t>(pattern_.row_indices[k])];
      unit = std::max(unit, std::abs(entries()[k]) * unknown);
    }
  }
  Worst worst;
  for (std::size_t row = 0; row < units_.size(); ++row) {
    const double size = outputs_[row] == 0 ? 0 : std::abs(outputs_[row]) / units_[row];
    if (size > worst.size) worst = {row, size};
  }
  return worst;
}

std::span<const double> LoopEquations::EvaluateInner(const Workspace& workspace) {
  inner_kernel_->Evaluate(workspace.inputs(), inner_values_.data());
  return inner_values_;
}

std::vector<codegen::Kernel*> LoopEquations::kernels() {
  std::vector<codegen::Kernel*> out = {&*kernel_, &*inner_kernel_};
  if (residual_) out.push_back(&*residual_);
  return out;
}

}  // namespace daedalus::execute

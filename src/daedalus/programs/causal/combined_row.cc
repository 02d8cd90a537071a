#include "daedalus/programs/causal/combined_row.h"

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::causal {

ExprId RaisedRow(System& system, const HighestBlock& block, std::size_t row, std::uint32_t c) {
  ExprId residual = system.equations[block.equations[row]].residual;
  if (c == block.differentiations[row]) return residual;
  expr::Differentiator differentiator(system.graph);
  for (std::uint32_t k = c; k < block.differentiations[row]; ++k)
    residual = differentiator.TimeDerivative(residual);
  return residual;
}

ExprId CombinedRow(System& system, const Offsets& offsets, const HighestBlock& block,
                   const Combination& combination) {
  const std::uint32_t c = block.differentiations[combination.rows[0]];
  std::vector<expr::Replacement> zeros;
  for (const VariableId v : block.variables) {
    const auto order = static_cast<int>(offsets.d[ColumnOf(v)]) - static_cast<int>(c);
    if (order >= 0) zeros.push_back({system.graph.Variable(v, order), system.graph.Constant(0)});
  }
  expr::Substitution without_highest(system.graph, zeros);
  std::vector<ExprId> terms;
  for (std::size_t i = 0; i < combination.rows.size(); ++i) {
    const ExprId residual = without_highest.Apply(RaisedRow(system, block, combination.rows[i], c));
    terms.push_back(expr::Product(system.graph, combination.multipliers[i], residual));
  }
  return expr::Sum(system.graph, terms);
}

}  // namespace daedalus::causal

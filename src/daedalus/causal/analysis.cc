#include "daedalus/causal/analysis.h"

#include <algorithm>

#include "daedalus/expr/leaves.h"
#include "daedalus/expr/linearity.h"

namespace daedalus::causal {
namespace {

class BlockClassifier {
 public:
  BlockClassifier(const System& system, const Analysis& analysis)
      : system_(system), analysis_(analysis), block_of_variable_(system.variables.size(), 0) {
    for (std::size_t b = 0; b < analysis.blocks.size(); ++b) {
      for (const std::uint32_t row : analysis.blocks[b]) {
        block_of_variable_[analysis.UnknownOf(EquationId(row)).index()] = b;
      }
    }
  }

  BlockKind Classify(std::size_t block) {
    const auto rows = analysis_.blocks[block];
    const bool linear =
        std::all_of(rows.begin(), rows.end(), [&](std::uint32_t row) { return IsLinearIn(block, row); });
    if (!linear) return BlockKind::kNonlinear;
    return rows.size() == 1 ? BlockKind::kAssignment : BlockKind::kLinear;
  }

 private:
  // Only the unknowns that stand in the equation matter, so the cost is that of the equation, not of the
  // block.
  bool IsLinearIn(std::size_t block, std::uint32_t row) {
    const ExprId residual = system_.equations[EquationId(row)].residual;
    unknowns_.clear();
    for (const expr::VariableLeaf& leaf : collector_.Collect(system_.graph, residual).variables) {
      const bool is_unknown = (leaf.order > 0) == analysis_.IsDerivative(leaf.variable);
      if (is_unknown && block_of_variable_[leaf.variable.index()] == block) unknowns_.push_back(leaf.id);
    }
    return expr::IsLinear(system_.graph, residual, unknowns_);
  }

  const System& system_;
  const Analysis& analysis_;
  std::vector<std::size_t> block_of_variable_;
  expr::LeafCollector collector_;
  std::vector<ExprId> unknowns_;
};

}  // namespace

std::string_view NameOf(BlockKind kind) {
  switch (kind) {
    case BlockKind::kAssignment:
      return "assignment";
    case BlockKind::kLinear:
      return "linear";
    case BlockKind::kNonlinear:
      return "nonlinear";
  }
  return {};
}

Result<Analysis> Analyze(const System& system) {
  Analysis out;
  out.incidence = IncidenceOf(system);
  auto solvability = CheckSolvability(system, out.incidence);
  if (!solvability) return Failure{std::move(solvability).error()};
  out.solvability = std::move(*solvability);
  out.blocks = structure::BlockTriangularForm(HighestDerivatives(out.incidence), out.solvability.matching);
  BlockClassifier classifier(system, out);
  for (std::size_t b = 0; b < out.blocks.size(); ++b) {
    out.kinds.push_back(classifier.Classify(b));
    out.largest_block = std::max(out.largest_block, out.blocks[b].size());
  }
  return out;
}

}  // namespace daedalus::causal

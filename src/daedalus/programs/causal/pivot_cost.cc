#include "daedalus/programs/causal/pivot_cost.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::causal {
namespace {

using structure::kUnsafe;
using structure::PivotCost;

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

PivotCost CostOfSize(double size, double largest) {
  if (std::isnan(size)) return kSizeUnknown;
  const double cost = std::round(10 * largest / size);
  return static_cast<PivotCost>(std::clamp(cost, 1.0, static_cast<double>(kWorstPivot)));
}

}  // namespace

PivotCosts::PivotCosts(System& system, const PivotContext& context)
    : system_(system),
      signs_(system, context.parameters),
      nominals_(context.nominals),
      affine_(system.graph),
      differentiator_(system.graph) {}

bool PivotCosts::IsSafe(ExprId factor) {
  if (!signs_.Of(factor).IsNonzero()) return false;
  Note(factor, decided_by_sign_);
  return true;
}

void PivotCosts::Note(ExprId factor, std::vector<char>& decided) {
  if (system_.graph.IsConstant(factor)) return;
  decided.resize(system_.parameters.size(), 0);
  for (const ParameterId p : leaves_.Collect(system_.graph, factor).parameters) decided[p.index()] = 1;
}

double PivotCosts::NominalOf(ExprId unknown) const {
  return nominals_.empty() ? 1.0 : nominals_[system_.graph.variable(unknown).index()];
}

const PivotCosts::Row& PivotCosts::OfRow(ExprId residual, std::span<const ExprId> unknowns) {
  const expr::Graph& g = system_.graph;
  row_.is_linear = affine_.IsLinear(residual, unknowns);
  row_.costs.assign(unknowns.size(), kUnsafe);
  row_.factors.assign(unknowns.size(), kNotKnown);
  if (!row_.is_linear) affine_.FollowLinearPaths(residual);
  double largest = 0;
  const std::vector<expr::PartialDerivative> gradient = differentiator_.Gradient(residual);
  for (const auto& [leaf, factor] : gradient) {
    const auto at = std::lower_bound(unknowns.begin(), unknowns.end(), std::pair(leaf.variable, leaf.order),
                                     [&](ExprId u, const std::pair<VariableId, int>& wanted) {
                                       return std::pair(g.variable(u), g.derivative_order(u)) < wanted;
                                     });
    if (at == unknowns.end() || *at != leaf.id) continue;
    if (!row_.is_linear && !(affine_.IsOnLinearPaths(leaf.id) && affine_.IsFree(factor, leaf.id))) continue;
    const auto i = static_cast<std::size_t>(at - unknowns.begin());
    row_.factors[i] = signs_.ValueOf(factor).value_or(kNotKnown);
    if (!std::isnan(row_.factors[i])) Note(factor, decided_by_size_);
    if (!std::isnan(row_.factors[i])) {
      largest = std::max(largest, std::abs(row_.factors[i]) * NominalOf(leaf.id));
    }
    const bool is_one = g.IsConstant(factor, 1.0) || g.IsConstant(factor, -1.0);
    // An ideal switch has factors of 1 and 1e-5 by turns: a chain of such pivots loses all digits in one of
    // its positions.
    const bool switches = !leaves_.Collect(g, factor).held.empty();
    if (!switches && IsSafe(factor)) row_.costs[i] = is_one ? 0 : kSizeUnknown;
  }
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    if (row_.costs[i] != kSizeUnknown) continue;
    row_.costs[i] = CostOfSize(std::abs(row_.factors[i]) * NominalOf(unknowns[i]), largest);
  }
  return row_;
}

}  // namespace daedalus::causal

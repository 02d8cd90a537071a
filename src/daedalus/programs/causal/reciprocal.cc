#include "daedalus/programs/causal/reciprocal.h"

#include <vector>

#include "daedalus/system/expr/build.h"

namespace daedalus::causal {

using expr::Op;

std::optional<Reciprocal> SplitReciprocal(expr::Graph& g, AffineForm& affine, ExprId e, ExprId leaf) {
  std::vector<ExprId> terms{e};
  if (g.op(e) == Op::kAdd) terms.assign(g.operands(e).begin(), g.operands(e).end());
  std::vector<ExprId> others;
  ExprId with_leaf;
  for (const ExprId term : terms) {
    if (affine.IsFree(term, leaf)) {
      others.push_back(term);
    } else if (with_leaf.IsValid()) {
      return std::nullopt;
    } else {
      with_leaf = term;
    }
  }
  if (!with_leaf.IsValid()) return std::nullopt;
  // A product with one quotient in it, or the quotient alone.
  std::vector<ExprId> factors{with_leaf};
  if (g.op(with_leaf) == Op::kMul) factors.assign(g.operands(with_leaf).begin(), g.operands(with_leaf).end());
  std::vector<ExprId> numerator;
  ExprId denominator;
  for (const ExprId factor : factors) {
    if (affine.IsFree(factor, leaf)) {
      numerator.push_back(factor);
      continue;
    }
    if (denominator.IsValid() || g.op(factor) != Op::kDiv) return std::nullopt;
    if (!affine.IsFree(g.operand(factor, 0), leaf)) return std::nullopt;
    numerator.push_back(g.operand(factor, 0));
    denominator = g.operand(factor, 1);
  }
  const auto parts = affine.Split(denominator, leaf);
  if (!parts) return std::nullopt;
  return Reciprocal{expr::Product(g, numerator), *parts, expr::Sum(g, others)};
}

ExprId SolveReciprocal(expr::Graph& g, const Reciprocal& parts) {
  const ExprId denominator = expr::Negate(g, expr::Quotient(g, parts.numerator, parts.rest));
  return SolveAffine(g, {parts.denominator.factor, expr::Difference(g, parts.denominator.rest, denominator)});
}

}  // namespace daedalus::causal

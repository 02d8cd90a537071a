#include "daedalus/system/expr/linearity.h"

#include <algorithm>

#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::expr {
namespace {

enum class Dependence : unsigned char { kFree, kLinear, kNonlinear };

bool IsFree(Dependence d) {
  return d == Dependence::kFree;
}

Dependence Judge(Op op, std::span<const Dependence> v) {
  if (std::all_of(v.begin(), v.end(), IsFree)) return Dependence::kFree;
  const Dependence worst = *std::max_element(v.begin(), v.end());
  switch (op) {
    case Op::kAdd:
    case Op::kNoEvent:
      return worst;
    case Op::kMul:
      return std::count_if(v.begin(), v.end(), IsFree) + 1 == std::ssize(v) ? worst : Dependence::kNonlinear;
    case Op::kDiv:
      return IsFree(v[1]) ? worst : Dependence::kNonlinear;
    case Op::kIf:
      return IsFree(v[0]) ? worst : Dependence::kNonlinear;
    default:
      return Dependence::kNonlinear;
  }
}

Dependence DependenceOn(const Graph& g, ExprId e, std::span<const ExprId> leaves) {
  Traversal traversal;
  std::vector<ExprId> sorted(leaves.begin(), leaves.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<Dependence> dependence(e.index() + 1);
  std::vector<Dependence> of_operands;
  for (const ExprId id : traversal.Visit(g, e)) {
    Dependence& result = dependence[id.index()];
    if (IsLeaf(g.op(id))) {
      const bool is_one = std::binary_search(sorted.begin(), sorted.end(), id);
      result = is_one ? Dependence::kLinear : Dependence::kFree;
      continue;
    }
    of_operands.clear();
    for (const ExprId operand : g.operands(id)) of_operands.push_back(dependence[operand.index()]);
    result = Judge(g.op(id), of_operands);
  }
  return dependence[e.index()];
}

Variability LeafVariability(Op leaf) {
  if (leaf == Op::kConstant) return Variability::kConstant;
  return leaf == Op::kParameter ? Variability::kParameter : Variability::kContinuous;
}

}  // namespace

bool DependsOn(const Graph& g, ExprId e, ExprId leaf) {
  return DependsOnAny(g, e, {&leaf, 1});
}

bool DependsOnAny(const Graph& g, ExprId e, std::span<const ExprId> leaves) {
  return !IsFree(DependenceOn(g, e, leaves));
}

bool IsLinear(const Graph& g, ExprId e, std::span<const ExprId> leaves) {
  return DependenceOn(g, e, leaves) != Dependence::kNonlinear;
}

// Of what is linear by structure the partial derivative is free of the leaf by construction.
std::optional<ExprId> LinearCoefficient(Graph& g, ExprId e, ExprId leaf) {
  if (!IsLinear(g, e, {&leaf, 1})) return std::nullopt;
  return Partial(g, e, leaf);
}

std::optional<LinearForm> SplitLinear(Graph& g, ExprId e, std::span<const ExprId> leaves) {
  if (!IsLinear(g, e, leaves)) return std::nullopt;
  LinearForm form;
  Differentiator differentiator(g);
  std::vector<Replacement> to_zero;
  for (const ExprId leaf : leaves) {
    form.coefficients.push_back(differentiator.Partial(e, leaf));
    to_zero.push_back({leaf, g.Constant(0.0)});
  }
  form.rest = Substitute(g, e, to_zero);
  return form;
}

Variability VariabilityOf(const Graph& g, ExprId e) {
  Traversal traversal;
  Variability worst = Variability::kConstant;
  for (const ExprId id : traversal.Visit(g, e)) {
    if (IsLeaf(g.op(id))) worst = std::max(worst, LeafVariability(g.op(id)));
  }
  return worst;
}

std::vector<Variability> AllVariabilities(const Graph& g) {
  std::vector<Variability> result(g.size(), Variability::kConstant);
  for (const ExprId id : IdRange<ExprId>(g.size())) {
    if (IsLeaf(g.op(id))) result[id.index()] = LeafVariability(g.op(id));
    for (const ExprId operand : g.operands(id)) {
      result[id.index()] = std::max(result[id.index()], result[operand.index()]);
    }
  }
  return result;
}

}  // namespace daedalus::expr

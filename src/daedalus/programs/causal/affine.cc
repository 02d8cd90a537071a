#include "daedalus/programs/causal/affine.h"

#include <algorithm>

#include "daedalus/system/expr/build.h"

namespace daedalus::causal {

using expr::Op;

namespace {

// True if an operation is linear in this operand, when the others do not contain the leaves.
bool IsLinearOperand(Op op, std::size_t operand) {
  switch (op) {
    case Op::kAdd:
    case Op::kMul:
    case Op::kNoEvent:
      return true;
    case Op::kDiv:
      return operand == 0;
    case Op::kIf:
      return operand > 0;
    default:
      return false;
  }
}

}  // namespace

bool AffineForm::IsLinear(ExprId e, std::span<const ExprId> leaves) {
  if (leaf_marks_.size() < graph_.size()) leaf_marks_.resize(graph_.size(), 0);
  ++call_;
  for (const ExprId leaf : leaves) leaf_marks_[leaf.index()] = call_;
  FindDependence(traversal_.Visit(graph_, e));
  return dependence_[e.index()] != Dependence::kNonlinear;
}

void AffineForm::FindDependence(std::span<const ExprId> order) {
  if (dependence_.size() < graph_.size()) dependence_.resize(graph_.size());
  for (const ExprId id : order) {
    Dependence& result = dependence_[id.index()];
    if (IsLeaf(graph_.op(id))) {
      result = leaf_marks_[id.index()] == call_ ? Dependence::kLinear : Dependence::kFree;
      continue;
    }
    of_operands_.clear();
    for (const ExprId operand : graph_.operands(id)) of_operands_.push_back(dependence_[operand.index()]);
    result = Judge(graph_.op(id), of_operands_);
  }
}

AffineForm::Dependence AffineForm::Judge(Op op, std::span<const Dependence> operands) {
  const Dependence worst = *std::max_element(operands.begin(), operands.end());
  if (worst != Dependence::kLinear) return worst;
  // Only a sum and the branches of an `if` may have several operands with the leaves.
  const auto num_with_leaves = std::count(operands.begin(), operands.end(), worst);
  if (op == Op::kMul && num_with_leaves > 1) return Dependence::kNonlinear;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i] == worst && !IsLinearOperand(op, i)) return Dependence::kNonlinear;
  }
  return worst;
}

bool AffineForm::IsFree(ExprId e, ExprId leaf) {
  IsLinear(e, {&leaf, 1});
  return dependence_[e.index()] == Dependence::kFree;
}

void AffineForm::FollowLinearPaths(ExprId e) {
  const std::span<const ExprId> order = traversal_.Visit(graph_, e);
  if (is_off_path_.size() < graph_.size()) is_off_path_.resize(graph_.size());
  for (const ExprId id : order) is_off_path_[id.index()] = 0;
  // Users before operands.
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const std::span<const ExprId> operands = graph_.operands(*it);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const bool goes_on = !is_off_path_[it->index()] && IsLinearOperand(graph_.op(*it), i);
      if (!goes_on) is_off_path_[operands[i].index()] = 1;
    }
  }
}

std::optional<AffineForm::Parts> AffineForm::Split(ExprId e, ExprId leaf) {
  if (!IsLinear(e, {&leaf, 1})) return std::nullopt;
  const std::span<const ExprId> order = traversal_.Visit(graph_, e);  // building more does not move it
  if (parts_.size() < graph_.size()) parts_.resize(graph_.size());
  for (const ExprId id : order) {
    if (dependence_[id.index()] == Dependence::kFree) continue;
    parts_[id.index()] = id == leaf ? Parts{graph_.Constant(1.0), graph_.Constant(0.0)} : Combine(id);
  }
  if (dependence_[e.index()] == Dependence::kFree) return Parts{graph_.Constant(0.0), e};
  return parts_[e.index()];
}

AffineForm::Parts AffineForm::Combine(ExprId operation) {
  const auto parts_of = [&](ExprId id) {
    return dependence_[id.index()] == Dependence::kFree ? Parts{graph_.Constant(0.0), id}
                                                        : parts_[id.index()];
  };
  switch (graph_.op(operation)) {
    case Op::kAdd:
      return CombineSum(operation);
    case Op::kIf: {
      const ExprId condition = graph_.operand(operation, 0);
      const Parts yes = parts_of(graph_.operand(operation, 1));
      const Parts no = parts_of(graph_.operand(operation, 2));
      return {expr::Conditional(graph_, condition, yes.factor, no.factor),
              expr::Conditional(graph_, condition, yes.rest, no.rest)};
    }
    case Op::kNoEvent: {
      const Parts inner = parts_of(graph_.operand(operation, 0));
      return {expr::NoEvent(graph_, inner.factor), expr::NoEvent(graph_, inner.rest)};
    }
    default:
      return CombineScaled(operation);
  }
}

AffineForm::Parts AffineForm::CombineSum(ExprId sum) {
  factors_.clear();
  rests_.clear();
  for (const ExprId operand : graph_.operands(sum)) {
    if (dependence_[operand.index()] == Dependence::kFree) {
      rests_.push_back(operand);
    } else {
      factors_.push_back(parts_[operand.index()].factor);
      rests_.push_back(parts_[operand.index()].rest);
    }
  }
  const ExprId factor = factors_.size() == 1 ? factors_[0] : expr::Sum(graph_, factors_);
  return {factor, expr::Sum(graph_, rests_)};
}

// A product or quotient with one operand that contains the leaf: its parts, each in its place.
AffineForm::Parts AffineForm::CombineScaled(ExprId operation) {
  factors_.assign(graph_.operands(operation).begin(), graph_.operands(operation).end());
  const auto at = std::find_if(factors_.begin(), factors_.end(),
                               [&](ExprId id) { return dependence_[id.index()] != Dependence::kFree; });
  const Parts inner = parts_[at->index()];
  *at = inner.factor;
  const ExprId factor = expr::Build(graph_, graph_.op(operation), factors_);
  if (graph_.IsConstant(inner.rest, 0.0)) return {factor, inner.rest};
  *at = inner.rest;
  return {factor, expr::Build(graph_, graph_.op(operation), factors_)};
}

std::optional<ExprId> AffineForm::SolvedAsWritten(const Equation& equation, ExprId leaf) {
  if (equation.left != leaf && equation.right != leaf) return std::nullopt;
  const ExprId other = equation.left == leaf ? equation.right : equation.left;
  return IsFree(other, leaf) ? std::optional(other) : std::nullopt;
}

ExprId SolveAffine(expr::Graph& g, const AffineForm::Parts& parts) {
  auto [factor, rest] = parts;
  bool is_negative = true;
  while (true) {
    if (expr::SplitCoefficient(g, factor).coefficient < 0.0) {
      factor = expr::Negate(g, factor);
      is_negative = !is_negative;
    }
    if (g.op(factor) != Op::kDiv) break;
    // f u / d + r = 0 is f u + r d = 0.
    rest = expr::Product(g, rest, g.operand(factor, 1));
    factor = g.operand(factor, 0);
  }
  return expr::Quotient(g, is_negative ? expr::Negate(g, rest) : rest, factor);
}

}  // namespace daedalus::causal

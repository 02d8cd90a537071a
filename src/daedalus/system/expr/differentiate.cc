#include "daedalus/system/expr/differentiate.h"

#include <algorithm>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/chain_rule.h"

namespace daedalus::expr {

// Equation (1) for one operation whose operands are done.
ExprId Differentiator::Combine(const Sweep& sweep, ExprId operation) {
  const ExprId zero = graph_.Constant(0.0);
  seeds_.clear();
  bool varies = false;
  for (const ExprId operand : graph_.operands(operation)) {
    seeds_.push_back(sweep.derivative[operand.index()]);
    varies = varies || seeds_.back() != zero;
  }
  if (!varies) return zero;
  return ForwardDerivative(graph_, operation, seeds_, &sweep == &time_);
}

template <class LeafRule>
ExprId Differentiator::Forward(Sweep& sweep, ExprId e, LeafRule leaf_rule) {
  if (sweep.derivative.size() < graph_.size()) sweep.derivative.resize(graph_.size());
  for (const ExprId id : sweep.traversal.Continue(graph_, e)) {
    sweep.derivative[id.index()] = IsLeaf(graph_.op(id)) ? leaf_rule(id) : Combine(sweep, id);
  }
  return sweep.derivative[e.index()];
}

ExprId Differentiator::Partial(ExprId e, ExprId leaf) {
  DAEDALUS_CHECK(IsLeaf(graph_.op(leaf)) && !graph_.IsConstant(leaf),
                 "one differentiates by a leaf that can vary");
  if (leaf != partial_leaf_) partial_.traversal.Restart();
  partial_leaf_ = leaf;
  return Forward(partial_, e, [&](ExprId id) { return graph_.Constant(id == leaf ? 1.0 : 0.0); });
}

ExprId Differentiator::TimeDerivative(ExprId e) {
  return Forward(time_, e, [&](ExprId id) {
    switch (graph_.op(id)) {
      case Op::kVariable:
        return graph_.Variable(graph_.variable(id), graph_.derivative_order(id) + 1);
      case Op::kTime:
        return graph_.Constant(1.0);
      default:
        return graph_.Constant(0.0);
    }
  });
}

void Differentiator::AddAdjoint(ExprId id, ExprId value) {
  contributions_.push_back({value, heads_[id.index()]});
  heads_[id.index()] = static_cast<std::uint32_t>(contributions_.size() - 1);
}

ExprId Differentiator::TakeAdjoint(ExprId id) {
  std::vector<ExprId> terms;
  for (std::uint32_t i = heads_[id.index()]; i != kEndOfList; i = contributions_[i].next) {
    terms.push_back(contributions_[i].value);
  }
  return Sum(graph_, terms);
}

void Differentiator::SpreadAdjoint(ExprId operation, ExprId adjoint) {
  if (IsChoice(graph_.op(operation))) {
    const std::vector<VariableLeaf> leaves = leaf_collector_.Collect(graph_, operation).variables;
    for (const VariableLeaf& leaf : leaves) {
      AddAdjoint(leaf.id, Product(graph_, adjoint, Partial(operation, leaf.id)));
    }
    return;
  }
  const std::vector<ExprId> operands(graph_.operands(operation).begin(), graph_.operands(operation).end());
  seeds_.assign(operands.size(), ExprId());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (varies_[operands[i].index()]) seeds_[i] = adjoint;
  }
  ApplyChainRule(graph_, operation, seeds_, results_);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (results_[i].IsValid()) AddAdjoint(operands[i], results_[i]);
  }
}

std::vector<PartialDerivative> Differentiator::Gradient(ExprId e) {
  // 1. Which sub-expressions vary at all.
  const std::span<const ExprId> order = traversal_.Visit(graph_, e);
  heads_.resize(std::max(heads_.size(), graph_.size()));
  varies_.resize(heads_.size());
  contributions_.clear();
  for (const ExprId id : order) {
    const std::span<const ExprId> operands = graph_.operands(id);
    heads_[id.index()] = kEndOfList;
    varies_[id.index()] =
        graph_.op(id) == Op::kVariable ||
        std::any_of(operands.begin(), operands.end(), [&](ExprId o) { return varies_[o.index()]; });
  }
  // 2. Backwards, users before what they use.
  const ExprId zero = graph_.Constant(0.0);
  AddAdjoint(e, graph_.Constant(1.0));
  std::vector<PartialDerivative> result;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    if (!varies_[it->index()] || heads_[it->index()] == kEndOfList) continue;
    const ExprId adjoint = TakeAdjoint(*it);
    if (adjoint == zero) continue;
    if (graph_.op(*it) == Op::kVariable) {
      result.push_back({{graph_.variable(*it), graph_.derivative_order(*it), *it}, adjoint});
    } else {
      SpreadAdjoint(*it, adjoint);
    }
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.leaf < b.leaf; });
  return result;
}

ExprId Partial(Graph& g, ExprId e, ExprId leaf) {
  return Differentiator(g).Partial(e, leaf);
}
ExprId TimeDerivative(Graph& g, ExprId e) {
  return Differentiator(g).TimeDerivative(e);
}
std::vector<PartialDerivative> Gradient(Graph& g, ExprId e) {
  return Differentiator(g).Gradient(e);
}

}  // namespace daedalus::expr

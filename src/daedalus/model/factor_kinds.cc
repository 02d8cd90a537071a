#include "daedalus/model/factor_kinds.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace daedalus::model {
namespace {

using expr::Op;
using Variability = VariableVariability;

}  // namespace

FactorFinder::FactorFinder(const System& system, std::vector<VariableVariability> parameters)
    : system_(system), parameters_(std::move(parameters)) {}

Variability FactorFinder::OfLeaf(ExprId leaf) const {
  const expr::Graph& g = system_.graph;
  switch (g.op(leaf)) {
    case Op::kConstant:
      return Variability::kConstant;
    case Op::kParameter: {
      const std::size_t p = g.parameter(leaf).index();
      return p < parameters_.size() ? parameters_[p] : Variability::kFixed;
    }
    case Op::kVariable:
      return system_.variables[g.variable(leaf)].is_kept ? Variability::kFixed : Variability::kContinuous;
    case Op::kHeld: {
      const Held::Kind kind = system_.hybrid.held[g.held(leaf)].kind;
      const bool follows_past = kind == Held::Kind::kDelayed || kind == Held::Kind::kRecalled;
      return follows_past ? Variability::kContinuous : Variability::kDiscrete;
    }
    default:
      return Variability::kContinuous;  // time
  }
}

// Operands come before the expressions that contain them.
void FactorFinder::FindVariabilities(std::span<const ExprId> order) {
  const expr::Graph& g = system_.graph;
  if (values_.size() < g.size()) {
    values_.resize(g.size());
    factors_.resize(g.size());
  }
  for (const ExprId e : order) {
    Variability value = IsLeaf(g.op(e)) ? OfLeaf(e) : Variability::kConstant;
    for (const ExprId operand : g.operands(e)) value = std::max(value, values_[operand.index()]);
    values_[e.index()] = value;
    factors_[e.index()] = Variability::kConstant;
  }
}

void FactorFinder::Raise(ExprId e, Variability kind) {
  factors_[e.index()] = std::max(factors_[e.index()], kind);
}

// Gives its factor to its operands.
void FactorFinder::PassOn(ExprId e) {
  const expr::Graph& g = system_.graph;
  const Variability own = factors_[e.index()];
  const std::span<const ExprId> operands = g.operands(e);
  const auto value = [&](std::size_t i) { return values_[operands[i].index()]; };
  switch (g.op(e)) {
    case Op::kAdd:
    case Op::kNoEvent:
      for (const ExprId operand : operands) Raise(operand, own);
      return;
    case Op::kMul:
      for (std::size_t i = 0; i < operands.size(); ++i) {
        Variability kind = own;
        for (std::size_t k = 0; k < operands.size(); ++k) {
          if (k != i) kind = std::max(kind, value(k));
        }
        Raise(operands[i], kind);
      }
      return;
    case Op::kDiv:
      Raise(operands[0], std::max(own, value(1)));
      Raise(operands[1], std::max({own, value(0), value(1)}));
      return;
    case Op::kIf:
      // What decides has no derivative.
      Raise(operands[0], Variability::kContinuous);
      Raise(operands[1], std::max(own, value(0)));
      Raise(operands[2], std::max(own, value(0)));
      return;
    default:
      for (const ExprId operand : operands) Raise(operand, std::max(own, values_[e.index()]));
  }
}

const std::vector<LeafFactor>& FactorFinder::Of(ExprId e) {
  const expr::Graph& g = system_.graph;
  found_.clear();
  const std::span<const ExprId> order = traversal_.Visit(g, e);
  FindVariabilities(order);
  for (const ExprId part : order | std::views::reverse) {
    if (!IsLeaf(g.op(part))) {
      PassOn(part);
    } else if (g.op(part) != Op::kConstant && g.op(part) != Op::kParameter) {
      found_.push_back({part, factors_[part.index()]});
    }
  }
  return found_;
}

}  // namespace daedalus::model

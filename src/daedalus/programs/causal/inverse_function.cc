#include "daedalus/programs/causal/inverse_function.h"

#include <algorithm>
#include <vector>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/routine/routine.h"

namespace daedalus::causal {
namespace {

using expr::Op;

// The only operand that contains the leaf, and the others; invalid if there are several.
ExprId TheOneWith(expr::Graph& g, AffineForm& affine, Op op, ExprId e, ExprId leaf,
                  std::vector<ExprId>& others) {
  std::vector<ExprId> operands{e};
  if (g.op(e) == op) operands.assign(g.operands(e).begin(), g.operands(e).end());
  ExprId found;
  for (const ExprId operand : operands) {
    if (affine.IsFree(operand, leaf)) {
      others.push_back(operand);
    } else if (found.IsValid()) {
      return {};
    } else {
      found = operand;
    }
  }
  return found;
}

const routine::InverseRule* RuleFor(const expr::Graph& g, ExprId call, std::size_t argument) {
  const auto* const function =
      dynamic_cast<const routine::Routine*>(g.functions()[g.function(call).index()].get());
  if (function == nullptr) return nullptr;
  const auto& rules = function->inverses();
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const routine::InverseRule& r) {
    return r.input == argument && r.output == g.output(call);
  });
  return rule != rules.end() ? &*rule : nullptr;
}

}  // namespace

std::optional<InvertibleCall> FindInvertibleCall(expr::Graph& g, AffineForm& affine, ExprId e, ExprId leaf) {
  std::vector<ExprId> terms, factors, arguments;
  const ExprId term = TheOneWith(g, affine, Op::kAdd, e, leaf, terms);
  if (!term.IsValid()) return std::nullopt;
  const ExprId call = TheOneWith(g, affine, Op::kMul, term, leaf, factors);
  if (!call.IsValid() || g.op(call) != Op::kCall) return std::nullopt;
  const ExprId inside = TheOneWith(g, affine, Op::kCall, call, leaf, arguments);
  if (!inside.IsValid()) return std::nullopt;
  const auto operands = g.operands(call);
  const auto argument =
      static_cast<std::size_t>(std::find(operands.begin(), operands.end(), inside) - operands.begin());
  if (RuleFor(g, call, argument) == nullptr) return std::nullopt;
  const auto parts = affine.Split(inside, leaf);
  if (!parts) return std::nullopt;
  return InvertibleCall{expr::Product(g, factors), expr::Sum(g, terms), call, argument, *parts};
}

ExprId SolveByInverse(expr::Graph& g, const InvertibleCall& parts) {
  const routine::InverseRule& rule = *RuleFor(g, parts.call, parts.argument);
  const std::vector<ExprId> given(g.operands(parts.call).begin(), g.operands(parts.call).end());
  const ExprId value = SolveAffine(g, {parts.coefficient, parts.rest});
  std::vector<ExprId> operands;
  for (const std::size_t argument : rule.arguments)
    operands.push_back(argument == routine::InverseRule::kResult ? value : given[argument]);
  const ExprId solution = g.Call(g.AddFunction(rule.function), 0, operands);
  return SolveAffine(g, {parts.inside.factor, expr::Difference(g, parts.inside.rest, solution)});
}

}  // namespace daedalus::causal

#include "daedalus/programs/causal/kept_equation.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

using expr::Op;

ExprId SizeOf(expr::Graph& g, ExprId e) {
  return expr::Unary(g, Op::kAbs, e);
}

// Long sums are nested (expr/build.h), so sums of sums are opened too.
ExprId SizeOfTerms(expr::Graph& g, ExprId residual) {
  std::vector<ExprId> sizes, open{residual};
  while (!open.empty()) {
    const ExprId term = open.back();
    open.pop_back();
    if (g.op(term) == Op::kAdd) {
      open.insert(open.end(), g.operands(term).begin(), g.operands(term).end());
    } else {
      sizes.push_back(SizeOf(g, term));
    }
  }
  return expr::Sum(g, sizes);
}

ExprId LargestLinearTerm(System& system, ExprId residual) {
  expr::Graph& g = system.graph;
  expr::Differentiator differentiator(g);
  ExprId largest = g.Constant(0);
  for (const expr::PartialDerivative& partial : differentiator.Gradient(residual)) {
    const ExprId nominal = system.variables[partial.leaf.variable].nominal;
    const ExprId unit = nominal.IsValid() ? nominal : g.Constant(1);
    const ExprId term =
        expr::Product(g, SizeOf(g, partial.value), expr::Max(g, SizeOf(g, partial.leaf.id), unit));
    largest = expr::Max(g, largest, term);
  }
  return largest;
}

}  // namespace

Assertion StillHolds(System& system, const Equation& equation, double share, std::string message) {
  expr::Graph& g = system.graph;
  const ExprId residual = equation.residual;
  const auto is_small = [&](ExprId size) {
    return expr::LessEqual(g, SizeOf(g, residual), expr::Product(g, g.Constant(share), size));
  };
  Assertion out;
  // Two comparisons instead of a maximum: a slope that is undefined at one point must not hide the terms.
  out.condition = expr::NoEvent(
      g, expr::Or(g, is_small(SizeOfTerms(g, residual)), is_small(LargestLinearTerm(system, residual))));
  out.message = TextTemplate(fmt::format("{}: `{}`", message, EquationText(system, equation)));
  out.origin = equation.origin;
  return out;
}

}  // namespace daedalus::causal

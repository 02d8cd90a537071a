#include "daedalus/system/part_of_system.h"

#include <algorithm>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus {
namespace {

// (1), or its derivative where `first` is 1.
ExprId TaylorPolynomial(expr::Graph& g, std::span<const double> derivatives, std::size_t first, double t0) {
  const ExprId since = expr::Difference(g, g.Time(), g.Constant(t0));
  ExprId sum = g.Constant(0);
  for (std::size_t j = derivatives.size(); j-- > first;) {
    const double rest = static_cast<double>(j - first + 1);
    const ExprId higher = expr::Product(g, g.Constant(1 / rest), expr::Product(g, since, sum));
    sum = expr::Sum(g, g.Constant(derivatives[j]), higher);
  }
  return sum;
}

std::vector<expr::Replacement> ReplacementsFor(expr::Graph& g, const PartOfSystem& part,
                                               std::span<const KnownVariable> known, double t0) {
  std::vector<expr::Replacement> out;
  for (std::size_t i = 0; i < part.variables.size(); ++i) {
    for (const int order : {0, 1})
      out.push_back({g.Variable(part.variables[i], order), g.Variable(VariableId(i), order)});
  }
  for (const KnownVariable& u : known) {
    for (const int order : {0, 1})
      out.push_back({g.Variable(u.variable, order),
                     TaylorPolynomial(g, u.derivatives, static_cast<std::size_t>(order), t0)});
  }
  return out;
}

}  // namespace

std::vector<VariableId> VariablesFromOutside(const System& whole, const PartOfSystem& part) {
  std::vector<char> is_inside(whole.variables.size(), 0);
  for (const VariableId v : part.variables) is_inside[v.index()] = 1;
  std::vector<VariableId> out;
  expr::LeafCollector leaves;
  for (const EquationId e : part.equations) {
    for (const expr::VariableLeaf& leaf : leaves.Collect(whole.graph, whole.equations[e].residual).variables)
      if (!is_inside[leaf.variable.index()]) out.push_back(leaf.variable);
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

System CutOut(const System& whole, const PartOfSystem& part, std::span<const KnownVariable> known,
              double t0) {
  System out = whole;
  out.hybrid = {};
  out.invariants.clear();
  out.assertions.clear();
  out.variables = {};
  out.equations = {};
  out.initial_equations = {};
  for (const VariableId v : part.variables) out.variables.Add(whole.variables[v]);
  const std::vector<expr::Replacement> replacements = ReplacementsFor(out.graph, part, known, t0);
  expr::Substitution substitution(out.graph, replacements);
  const auto add = [&](Equation equation, IdVector<EquationId, Equation>& to) {
    VisitExpressions(equation, [&](ExprId& e) { e = substitution.Apply(e); });
    to.Add(std::move(equation));
  };
  for (const EquationId e : part.equations) add(whole.equations[e], out.equations);
  std::vector<char> is_ours(whole.variables.size(), 0);
  for (const VariableId v : part.variables) is_ours[v.index()] = 1;
  expr::LeafCollector leaves;
  for (const Equation& equation : whole.initial_equations) {
    const auto& found = leaves.Collect(whole.graph, equation.residual);
    const bool speaks_of_us = std::ranges::all_of(
        found.variables, [&](const expr::VariableLeaf& leaf) { return is_ours[leaf.variable.index()] != 0; });
    if (speaks_of_us && found.held.empty()) add(equation, out.initial_equations);
  }
  return out;
}

}  // namespace daedalus

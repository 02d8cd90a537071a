#include "daedalus/system/text_size.h"

#include <vector>

namespace daedalus {
namespace {

// What is written where a held leaf stands (print_system.h).
std::vector<ExprId> ExpressionsOf(const Hybrid& hybrid, const Held& held) {
  switch (held.kind) {
    case Held::Kind::kPreValue:
      return {held.expression};
    case Held::Kind::kRelation:
      return {hybrid.relations[RelationId(held.of)].left, hybrid.relations[RelationId(held.of)].right};
    case Held::Kind::kDelayed:
      return {hybrid.delays[held.of].expression, hybrid.delays[held.of].delay};
    default:
      return {};
  }
}

// By expression; infinite where a double cannot count them.
std::vector<double> CountTerms(const System& system) {
  const expr::Graph& g = system.graph;
  std::vector<double> terms(g.size(), 1.0);
  const auto add = [&](ExprId e, ExprId part) {
    if (part.index() < e.index()) terms[e.index()] += terms[part.index()];
  };
  // Operands come before what is made of them.
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const ExprId e(i);
    if (g.op(e) == expr::Op::kHeld) {
      for (const ExprId part : ExpressionsOf(system.hybrid, system.hybrid.held[g.held(e)])) add(e, part);
    } else {
      for (const ExprId part : g.operands(e)) add(e, part);
    }
  }
  return terms;
}

}  // namespace

std::optional<Diagnostic> FindTooLongText(const System& system, double max_terms) {
  const std::vector<double> terms = CountTerms(system);
  const auto look_at = [&](const auto& equations) -> std::optional<Diagnostic> {
    for (const auto& equation : equations) {
      const double count = terms[equation.left.index()] + terms[equation.right.index()];
      if (count <= max_terms) continue;
      const Span span = equation.origin.IsValid() ? system.origins[equation.origin].span : Span();
      return Diagnostic(
          Error(Code::kTooManyTerms, span, "as text this equation would have {:.2g} terms, and the most is {:.0f}", count, max_terms)
              .Note("what occurs in it many times over is computed once when the model is simulated, but has to be written each time"));
    }
    return std::nullopt;
  };
  if (auto found = look_at(system.equations)) return found;
  if (auto found = look_at(system.initial_equations)) return found;
  if (auto found = look_at(system.hybrid.equations)) return found;
  return look_at(system.hybrid.initial_equations);
}

}  // namespace daedalus

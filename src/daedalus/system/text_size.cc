#include "daedalus/system/text_size.h"

#include <vector>

namespace daedalus {
namespace {

// The length of a held leaf's text (print_system.h). Abandoned attempts may have left leaves without a
// meaning.
std::vector<ExprId> ExpressionsOf(const Hybrid& hybrid, HeldId leaf) {
  if (leaf.index() >= hybrid.held.size()) return {};
  const Held& held = hybrid.held[leaf];
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

}  // namespace

TextSizes::TextSizes(const System& system) : system_(system), terms_(system.graph.size(), 1.0) {
  const expr::Graph& g = system.graph;
  // Operands come before what is made of them.
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const ExprId e(i);
    if (g.op(e) == expr::Op::kHeld) {
      for (const ExprId part : ExpressionsOf(system.hybrid, g.held(e))) {
        if (part.index() < i) terms_[i] += Written(part);
      }
    } else {
      for (const ExprId part : g.operands(e)) terms_[i] += terms_[part.index()];
    }
  }
}

double TextSizes::Written(ExprId e) {
  const double call = CallSize(e);
  return call > 0 ? call : OutInFull(e);
}

double TextSizes::CallSize(ExprId e) {
  if (OutInFull(e) <= kMostInPlace) return 0;
  const auto [entry, is_new] = call_sizes_.try_emplace(e.value, 0);
  if (!is_new) return entry->second;
  const expr::Graph& g = system_.graph;
  double num_nodes = 0, num_arguments = 0;
  for (const ExprId part : traversal_.Visit(g, e)) {
    if (expr::IsLeaf(g.op(part))) {
      if (!g.IsConstant(part)) num_arguments += OutInFull(part);
    } else {
      num_nodes += 1 + static_cast<double>(g.operands(part).size());
    }
  }
  if (2 * num_nodes < OutInFull(e) - num_arguments) entry->second = 1 + num_arguments;
  return entry->second;
}

std::optional<Diagnostic> FindTooLongText(const System& system, double max_terms) {
  TextSizes sizes(system);
  const auto look_at = [&](const auto& equations) -> std::optional<Diagnostic> {
    for (const auto& equation : equations) {
      const double count = sizes.Written(equation.left) + sizes.Written(equation.right);
      if (count <= max_terms) continue;
      const Span span = equation.origin.IsValid() ? system.origins[equation.origin].span : Span();
      return Diagnostic(
          Error(Code::kTooManyTerms, span,
                "as text this equation would have {:.2g} terms, and the most is {:.0f}", count, max_terms)
              .Note(
                  "a simulation computes repeated expressions once, but the text must contain each of them"));
    }
    return std::nullopt;
  };
  if (auto found = look_at(system.equations)) return found;
  if (auto found = look_at(system.initial_equations)) return found;
  if (auto found = look_at(system.hybrid.equations)) return found;
  return look_at(system.hybrid.initial_equations);
}

}  // namespace daedalus

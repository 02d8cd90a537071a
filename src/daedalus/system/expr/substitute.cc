#include "daedalus/system/expr/substitute.h"

namespace daedalus::expr {

Substitution::Substitution(Graph& g, std::span<const Replacement> replacements) : graph_(g), rewriting_(g) {
  for (const Replacement& r : replacements) {
    DAEDALUS_CHECK(IsLeaf(g.op(r.leaf)), "only leaves are replaced");
    replacements_.emplace(r.leaf, r.value);
  }
}

ExprId Substitution::Apply(ExprId e) {
  return rewriting_.Apply(e, [&](ExprId id) {
    if (!IsLeaf(graph_.op(id))) return ExprId();
    const auto found = replacements_.find(id);
    return found != replacements_.end() ? found->second : ExprId();
  });
}

ExprId Substitute(Graph& g, ExprId e, std::span<const Replacement> replacements) {
  return Substitution(g, replacements).Apply(e);
}

}  // namespace daedalus::expr

#include "daedalus/expr/substitute.h"

#include "daedalus/expr/build.h"

namespace daedalus::expr {

Substitution::Substitution(Graph& g, std::span<const Replacement> replacements) : graph_(g) {
  for (const Replacement& r : replacements) {
    DAEDALUS_CHECK(IsLeaf(g.op(r.leaf)), "only leaves are replaced");
    replacements_.emplace(r.leaf, r.value);
  }
}

ExprId Substitution::Apply(ExprId e) {
  if (rebuilt_.size() < graph_.size()) rebuilt_.resize(graph_.size());
  std::vector<ExprId> operands;
  for (const ExprId id : traversal_.Continue(graph_, e)) {
    rebuilt_[id.index()] = id;
    if (IsLeaf(graph_.op(id))) {
      const auto found = replacements_.find(id);
      if (found != replacements_.end()) rebuilt_[id.index()] = found->second;
      continue;
    }
    bool changed = false;
    operands.clear();
    for (const ExprId operand : graph_.operands(id)) {
      operands.push_back(rebuilt_[operand.index()]);
      changed = changed || operands.back() != operand;
    }
    if (changed) rebuilt_[id.index()] = Rebuild(graph_, id, operands);
  }
  return rebuilt_[e.index()];
}

ExprId Substitute(Graph& g, ExprId e, std::span<const Replacement> replacements) {
  return Substitution(g, replacements).Apply(e);
}

}  // namespace daedalus::expr

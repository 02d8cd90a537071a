#include "daedalus/execute/inlining.h"

#include <vector>

#include "daedalus/expr/substitute.h"

namespace daedalus::execute {

ExprId Inlining::Assign(const Quantity& unknown, ExprId value) {
  const ExprId inlined = Inlined(value);
  values_[LeafOf(system_.graph, unknown)] = inlined;
  return inlined;
}

ExprId Inlining::Inlined(ExprId e) {
  // Only what appears is replaced: the cost is that of the expression, not of all assignments.
  std::vector<expr::Replacement> replacements;
  for (const expr::VariableLeaf& leaf : collector_.Collect(system_.graph, e).variables) {
    const auto found = values_.find(leaf.id);
    if (found != values_.end()) replacements.push_back({leaf.id, found->second});
  }
  return replacements.empty() ? e : expr::Substitute(system_.graph, e, replacements);
}

}  // namespace daedalus::execute

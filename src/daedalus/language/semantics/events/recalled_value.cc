#include "daedalus/language/semantics/events/recalled_value.h"

#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {

ExprId RecalledValue(Lowering& l, std::uint32_t record, ExprId place, OriginId origin) {
  expr::Graph& g = l.graph();
  const Recall& recall = AddRecall(l.context.system.hybrid, g, record, place, origin);
  const ExprId s = expr::Difference(g, place, g.Held(recall.at));
  ExprId value = g.Held(recall.cubic.back());
  for (std::size_t k = recall.cubic.size() - 1; k-- > 0;)
    value = expr::Sum(g, g.Held(recall.cubic[k]), expr::Product(g, s, value));
  return value;
}

OriginId OriginOfCall(Lowering& l, Span span) {
  ScalarName instance;
  if (l.scope.node.IsValid())
    instance = {l.context.tree[l.scope.node].path, l.context.tree[l.scope.node].element};
  return l.context.system.origins.Add({span, instance});
}

}  // namespace daedalus::semantics

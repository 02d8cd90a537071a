#include "daedalus/programs/execute/inlining.h"

namespace daedalus::execute {

ExprId Inlining::Assign(const Quantity& unknown, ExprId value) {
  const ExprId inlined = Inlined(value);
  values_[LeafOf(system_.graph, unknown)] = inlined;
  rewriting_.Restart();
  return inlined;
}

ExprId Inlining::Inlined(ExprId e) {
  return rewriting_.Apply(e, [this](ExprId id) {
    if (!expr::IsLeaf(system_.graph.op(id))) return ExprId();
    const auto found = values_.find(id);
    return found != values_.end() ? found->second : ExprId();
  });
}

}  // namespace daedalus::execute

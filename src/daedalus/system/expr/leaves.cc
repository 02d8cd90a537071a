#include "daedalus/system/expr/leaves.h"

#include <algorithm>

namespace daedalus::expr {

const Leaves& LeafCollector::Collect(const Graph& g, ExprId e) {
  leaves_.variables.clear();
  leaves_.parameters.clear();
  leaves_.held.clear();
  leaves_.has_time = false;
  for (const ExprId id : traversal_.Visit(g, e)) {
    switch (g.op(id)) {
      case Op::kVariable:
        leaves_.variables.push_back({g.variable(id), g.derivative_order(id), id});
        break;
      case Op::kParameter:
        leaves_.parameters.push_back(g.parameter(id));
        break;
      case Op::kHeld:
        leaves_.held.push_back(g.held(id));
        break;
      case Op::kTime:
        leaves_.has_time = true;
        break;
      default:
        break;
    }
  }
  std::sort(leaves_.variables.begin(), leaves_.variables.end());
  std::sort(leaves_.parameters.begin(), leaves_.parameters.end());
  std::sort(leaves_.held.begin(), leaves_.held.end());
  return leaves_;
}

Leaves CollectLeaves(const Graph& g, ExprId e) {
  return LeafCollector().Collect(g, e);
}

}  // namespace daedalus::expr

#include "daedalus/system/quantity.h"

namespace daedalus {

std::string NameOf(const System& system, const Quantity& quantity) {
  std::string name = NameOf(system, quantity.variable);
  for (int i = 0; i < quantity.order; ++i) name = "der(" + name + ")";
  return name;
}

ExprId LeafOf(expr::Graph& graph, const Quantity& quantity) {
  return graph.Variable(quantity.variable, quantity.order);
}

}  // namespace daedalus

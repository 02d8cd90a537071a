// A quantity: a variable, or one of its derivatives. Integrators compute quantities, blocks solve for them,
// results consist of them, and choices of states pass them on.
#pragma once

#include <string>

#include "daedalus/system/system.h"

namespace daedalus {

struct Quantity {
  VariableId variable;
  int order = 0;  // 0: the variable itself; 1: der(v); 2: der(der(v))

  bool is_derivative() const { return order > 0; }
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

// "x", "der(x)", "der(der(x))", and the leaf that stands for it in expressions.
std::string NameOf(const System& system, const Quantity& quantity);
ExprId LeafOf(expr::Graph& graph, const Quantity& quantity);

}  // namespace daedalus

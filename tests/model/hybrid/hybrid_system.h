// A System with a discrete part, written by hand: what the language would make, in a few words.
#pragma once

#include <fmt/format.h>

#include <string>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/system.h"

namespace daedalus::hybrid {

struct HybridSystem {
  ExprId Variable(const std::string& name) {
    daedalus::Variable variable;
    variable.name = system.names.Add(name);
    variable.declaration = system.declarations.Add({});
    return system.graph.Variable(system.variables.Add(variable));
  }
  DiscreteId Discrete(const std::string& name, double start = 0) {
    DiscreteVariable variable;
    variable.name = system.names.Add(name);
    Declaration declaration;
    declaration.type = ValueType::kBoolean;
    variable.declaration = system.declarations.Add(declaration);
    variable.start = Constant(start);
    return AddDiscrete(system.hybrid, variable);
  }
  ExprId Constant(double value) { return system.graph.Constant(value); }
  ExprId Now(DiscreteId d) { return system.graph.Held(system.hybrid.discretes[d].value); }
  ExprId Pre(DiscreteId d) { return system.graph.Held(system.hybrid.discretes[d].pre); }
  ExprId Not(ExprId e) { return expr::Not(system.graph, e); }
  ExprId And(ExprId a, ExprId b) { return expr::And(system.graph, a, b); }
  ExprId Or(ExprId a, ExprId b) { return expr::Or(system.graph, a, b); }
  ExprId Less(ExprId left, ExprId right, bool or_equal = false) {
    const RelationId r = AddRelation(system.hybrid, {left, right, or_equal, {}, {}});
    return system.graph.Held(system.hybrid.relations[r].value);
  }
  void Equate(ExprId left, ExprId right) { system.hybrid.equations.push_back({left, right, {}}); }

  System system;
};

}  // namespace daedalus::hybrid

#include "daedalus/products/driver/steady_state.h"

#include "daedalus/programs/causal/system_incidence.h"

namespace daedalus::driver {

void AskForSteadyState(System& system) {
  const std::vector<char> is_differential = causal::IncidenceOf(system).is_differential;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    const Variable& variable = system.variables[v];
    if (!is_differential[v.index()] || variable.fixed) continue;
    Equation at_rest;
    at_rest.left = at_rest.residual = system.graph.Variable(v, 1);
    at_rest.right = system.graph.Constant(0);
    at_rest.origin = system.origins.Add({system.declarations[variable.declaration].span, {}});
    system.initial_equations.Add(std::move(at_rest));
  }
}

}  // namespace daedalus::driver

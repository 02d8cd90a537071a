#include "daedalus/semantics/free_inputs.h"

#include "daedalus/semantics/check_inputs.h"
#include "daedalus/semantics/emit.h"
#include "daedalus/semantics/events.h"

namespace daedalus::semantics {
namespace {

// m = pre(m): it keeps its value.
void Keep(Context& c, DiscreteId value, ScalarName name, Span span) {
  System& system = c.system;
  system.hybrid.equations.push_back({ValueOf(c, value), PreOf(c, value), system.origins.Add({span, {}})});
  system.hybrid.inputs.push_back({value, name});
}

// A continuous input is an unknown that equals a held value.
void FreeContinuous(Context& c, VariableId v, Span span) {
  System& system = c.system;
  const DiscreteId value = AddInternal(c, "input", ValueType::kReal, span);
  system.hybrid.discretes[value].start = system.variables[v].start;
  system.equations.Add(MakeEquation(system, system.graph.Variable(v), ValueOf(c, value), span));
  Keep(c, value, system.variables[v].name, span);
}

}  // namespace

void FreeInputs(Context& c, NodeId root) {
  for (const SymbolId id : InputsWithoutSource(c, root)) {
    const Symbol& symbol = c.tree[id];
    if (symbol.parent != root) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(NumElements(symbol.dims)); ++i) {
      if (symbol.first_variable.IsValid()) {
        FreeContinuous(c, VariableId(symbol.first_variable.index() + i), symbol.span);
      } else {
        const DiscreteId value(symbol.first_discrete.index() + i);
        Keep(c, value, c.system.hybrid.discretes[value].name, symbol.span);
      }
    }
  }
}

}  // namespace daedalus::semantics

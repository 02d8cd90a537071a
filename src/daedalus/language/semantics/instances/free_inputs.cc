#include "daedalus/language/semantics/instances/free_inputs.h"

#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/instances/check_inputs.h"
#include "daedalus/system/model_inputs.h"

namespace daedalus::semantics {
namespace {

// m = pre(m): it keeps its value.
void Keep(Context& c, DiscreteId value, ScalarName name, Span span) {
  System& system = c.system;
  system.hybrid.equations.push_back({ValueOf(c, value), PreOf(c, value), system.origins.Add({span, {}})});
  system.hybrid.inputs.push_back({.name = name, .value = value, .start = {}, .at = {}});
}

// A continuous input is an unknown that equals a held value.
void HoldContinuous(Context& c, VariableId v, Span span) {
  System& system = c.system;
  const DiscreteId value = AddInternal(c, "input", ValueType::kReal, span);
  system.hybrid.discretes[value].start = system.variables[v].start;
  system.equations.Add(MakeEquation(system, system.graph.Variable(v), ValueOf(c, value), span));
  Keep(c, value, system.variables[v].name, span);
}

void HoldDiscrete(Context& c, DiscreteId value, Span span) {
  Keep(c, value, c.system.hybrid.discretes[value].name, span);
}

void FollowContinuous(Context& c, VariableId v, Span span) {
  FollowCourse(c.system, v, c.system.origins.Add({span, {}}));
}

// It takes part in events: what is put there appears at the next one.
void FollowDiscrete(Context& c, DiscreteId value, Span span) {
  System& system = c.system;
  const DiscreteVariable& variable = system.hybrid.discretes[value];
  ModelInput& input =
      AddInput(system.hybrid, variable.name, system.declarations[variable.declaration].type, variable.start);
  input.value = value;
  system.hybrid.equations.push_back(
      {ValueOf(c, value), system.graph.Held(input.cubic[0]), system.origins.Add({span, {}})});
}

}  // namespace

void FreeOwnInputs(Context& c, NodeId root, FreeInputs treatment) {
  const auto free_continuous = treatment == FreeInputs::kHeld ? HoldContinuous : FollowContinuous;
  const auto free_discrete = treatment == FreeInputs::kHeld ? HoldDiscrete : FollowDiscrete;
  for (const SymbolId id : InputsWithoutSource(c, root)) {
    const Symbol& symbol = c.tree[id];
    if (symbol.parent != root) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(NumElements(symbol.dims)); ++i) {
      if (symbol.first_variable.IsValid()) {
        free_continuous(c, VariableId(symbol.first_variable.index() + i), symbol.span);
      } else {
        const DiscreteId value(symbol.first_discrete.index() + i);
        free_discrete(c, value, symbol.span);
      }
    }
  }
}

}  // namespace daedalus::semantics

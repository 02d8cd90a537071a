#include "daedalus/system/clocks/default_clocks.h"

#include "daedalus/system/clocks/internal_variables.h"
#include "daedalus/system/clocks/partition.h"
#include "daedalus/system/clocks/partition_rates.h"

namespace daedalus::clocks {
namespace {

// The first state whose clock does not follow from anything; null: there is none.
const StateGuard* FirstWithoutClock(const System& system, const ClockedText& text) {
  Partitions partitions(system, text);
  if (!partitions.errors().empty()) return nullptr;
  const PartitionClocks clocks = FindPartitionClocks(system, text, partitions);
  for (const StateGuard& guard : text.guards.states) {
    const auto p = partitions.Of(guard.active);
    if (p && !clocks.clocks[*p]) return &guard;
  }
  return nullptr;
}

}  // namespace

std::vector<Diagnostic> GiveDefaultClocks(System& system, ClockedText& text) {
  std::vector<Diagnostic> warnings;
  InternalVariables variables(system);
  while (const StateGuard* const guard = FirstWithoutClock(system, text)) {
    warnings.push_back(Warning(Code::kDefaultClock, guard->span,
                               "the state machine with `{}` has no clock, and ticks every second",
                               guard->name)
                           .Note("section 16.7.5 of the specification")
                           .Hint("give one of its variables a clock: `sample(u, Clock(1, 10))`"));
    Variable like;
    Declaration declaration;
    declaration.span = guard->span;
    like.declaration = system.declarations.Add(std::move(declaration));
    const VariableId clock = variables.AddContinuous("default", like);
    text.clocks.push_back(clock);
    Constructor constructor;
    constructor.clock = system.graph.Variable(clock);
    constructor.seconds = {1, 1};
    constructor.origin = system.origins.Add({guard->span, {}});
    text.ties.push_back({constructor.clock, guard->active});
    text.constructors.push_back(constructor);
  }
  return warnings;
}

}  // namespace daedalus::clocks

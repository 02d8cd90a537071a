#include "daedalus/simulate/missed_starts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "daedalus/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

Diagnostic DescribeMissed(const System& system, VariableId missed, double start, double value, VariableId assumed,
                          double zero) {
  const Variable &of_start = system.variables[missed], &of_state = system.variables[assumed];
  const std::string name = NameOf(system, of_start), state = NameOf(system, of_state);
  Diagnostic d = Warning(Code::kStartChanged, system.declarations[of_start.declaration].span,
                         "`{}` starts at {:.6g}, not at its start value {:.6g}, which is not fixed", name, value, start);
  d.With(system.declarations[of_state.declaration].span,
         fmt::format("`{}` is the state and has no start value: {:.6g} was assumed", state, zero));
  return std::move(d).Hint(fmt::format("fix the start value of {}, or give one to {}", name, state));
}

}  // namespace

std::optional<Diagnostic> FindMissedStart(const System& system, const initialize::AttributeValues& attributes,
                                          const StartFacts& facts) {
  const auto is_missed = [&](VariableId v) {
    const Variable& variable = system.variables[v];
    const double start = attributes.start[v.index()], value = facts.values[v.index()];
    const double size = std::max(std::abs(start), attributes.nominal[v.index()]);
    return variable.start.IsValid() && !variable.fixed && !facts.is_state(v) && facts.is_differentiated(v) &&
           std::abs(value - start) > facts.tolerance * size;
  };
  const auto is_assumed = [&](VariableId v) {
    const Variable& variable = system.variables[v];
    return !variable.start.IsValid() && !variable.fixed && facts.is_state(v) &&
           facts.values[v.index()] == attributes.start[v.index()];
  };
  std::vector<char> missed_ones, assumed_ones;
  bool is_any_missed = false, is_any_assumed = false;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    is_any_missed |= missed_ones.emplace_back(is_missed(v)) != 0;
    is_any_assumed |= assumed_ones.emplace_back(is_assumed(v)) != 0;
  }
  if (!is_any_missed || !is_any_assumed) return std::nullopt;
  expr::LeafCollector collector;
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) {
    std::optional<VariableId> missed, assumed;
    for (const expr::VariableLeaf& leaf : collector.Collect(system.graph, system.equations[e].residual).variables) {
      if (leaf.order != 0) continue;
      if (!missed && missed_ones[leaf.variable.index()]) missed = leaf.variable;
      if (!assumed && assumed_ones[leaf.variable.index()]) assumed = leaf.variable;
    }
    if (missed && assumed)
      return DescribeMissed(system, *missed, attributes.start[missed->index()], facts.values[missed->index()], *assumed,
                            facts.values[assumed->index()]);
  }
  return std::nullopt;
}

}  // namespace daedalus::simulate

#include "daedalus/system/clocks/write_loop.h"

#include <algorithm>
#include <set>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::clocks {
namespace {

// What stays as it was at the tick.
ExprId Remembered(System& system, InternalVariables& variables, ExprId active, ExprId leaf) {
  expr::Graph& g = system.graph;
  ValueType type = ValueType::kReal;
  ExprId start;
  if (g.op(leaf) == expr::Op::kHeld) {
    const Held& held = system.hybrid.held[g.held(leaf)];
    const bool is_variable = held.kind == Held::Kind::kDiscrete || held.kind == Held::Kind::kPre;
    if (is_variable) start = system.hybrid.discretes[DiscreteId(held.of)].start;
    if (is_variable) type = variables.TypeOf(DiscreteId(held.of));
    if (!is_variable && held.kind != Held::Kind::kPreValue) type = ValueType::kBoolean;
    if (held.kind == Held::Kind::kResult) type = static_cast<ValueType>(held.of);
  }
  const DiscreteId memory = variables.Add("kept", type, {});
  system.hybrid.discretes[memory].start = start;
  variables.Define(memory, expr::Conditional(g, active, leaf, variables.Pre(memory)), {});
  return variables.Value(memory);
}

}  // namespace

std::vector<ClockedAssignment> WriteLoop(System& system, InternalVariables& variables, ExprId active,
                                         const ClockedLoop& loop, std::span<const DiscreteId> own,
                                         std::span<const Variable> like) {
  expr::Graph& g = system.graph;
  const std::set<DiscreteId> of_partition(own.begin(), own.end());
  std::vector<expr::Replacement> replacements;
  std::vector<ClockedAssignment> out;
  std::set<ExprId> seen;
  for (std::size_t i = 0; i < loop.unknowns.size(); ++i) {
    const ExprId unknown = g.Variable(variables.AddContinuous("loop", like[i]));
    replacements.push_back({variables.Value(loop.unknowns[i]), unknown});
    seen.insert(variables.Value(loop.unknowns[i]));
    out.push_back({loop.unknowns[i], unknown, loop.equations[i].origin});
  }
  expr::LeafCollector collector;
  const auto remember = [&](ExprId leaf) {
    if (!seen.insert(leaf).second) return;
    replacements.push_back({leaf, Remembered(system, variables, active, leaf)});
  };
  for (const PartitionEquation& equation : loop.equations) {
    for (const ExprId side : {equation.left, equation.right}) {
      const expr::Leaves leaves = collector.Collect(g, side);
      for (const HeldId h : leaves.held) {
        const Held& held = system.hybrid.held[h];
        const bool stays = held.kind == Held::Kind::kDiscrete && of_partition.contains(DiscreteId(held.of));
        if (!stays) remember(g.Held(h));
      }
      if (leaves.has_time) remember(g.Time());
    }
  }
  expr::Substitution substitution(g, replacements);
  for (const PartitionEquation& equation : loop.equations) {
    Equation continuous;
    continuous.left = substitution.Apply(equation.left);
    continuous.right = substitution.Apply(equation.right);
    continuous.residual = expr::Difference(g, continuous.left, continuous.right);
    continuous.origin = equation.origin;
    system.equations.Add(continuous);
  }
  return out;
}

}  // namespace daedalus::clocks

#include "daedalus/language/semantics/connections/merge_outputs.h"

#include "daedalus/language/semantics/connections/connector_variables.h"
#include "daedalus/language/semantics/events/clocked_unknowns.h"
#include "daedalus/language/semantics/flat_equations.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/machines/state_statements.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using connect::Slot;

const Symbol& SymbolOf(const Context& context, Slot slot) {
  return context.tree[context.connections.variables.ends[slot.variable()].symbol];
}

bool IsSource(const Context& context, Slot slot) {
  return slot.is_inside() && SymbolOf(context, slot).causality == Causality::kOutput;
}

// The unknown v. Before a state has given it a value, it is the start value of the first output.
ExprId MakeSource(Lowering& l, Type type, ExprId first, Span span) {
  System& system = l.context.system;
  const ExprId source = AddUnknown(l, type, span);
  const expr::Graph& g = system.graph;
  if (g.op(source) == expr::Op::kVariable) {
    l.context.clocks.text.helpers.push_back(g.variable(source));
    system.variables[g.variable(source)].start = system.variables[g.variable(first)].start;
  } else {
    const auto discrete = [&](ExprId leaf) { return DiscreteId(system.hybrid.held[g.held(leaf)].of); };
    system.hybrid.discretes[discrete(source)].start = system.hybrid.discretes[discrete(first)].start;
  }
  return source;
}

}  // namespace

bool MergesStates(const Context& context, std::size_t set) {
  if (context.clocks.machines.mentioned.empty()) return false;
  std::size_t num_sources = 0;
  for (const Slot slot : context.connections.sets.members[set]) {
    if (!context.connections.variables.ends[slot.variable()].symbol.IsValid()) return false;
    if (!IsSource(context, slot)) continue;
    if (!StateAround(context, SymbolOf(context, slot).parent).IsValid()) return false;
    ++num_sources;
  }
  return num_sources > 1;
}

void EmitMerged(Context& context, std::size_t set) {
  const ConnectionState& state = context.connections;
  const auto leaf = [&](Slot slot) { return ScalarExpr(context, state.variables.ends[slot.variable()]); };
  const ConnectStatement& statement = state.statements[state.sets.statements[set][0]];
  const Node& node = context.tree[statement.node];
  TextScope text{context.envs.store().tree(context.envs[node.env].cls), statement.node, {node.env, 0}};
  Lowering l{context, text};
  const ScalarName instance{node.path, node.element};
  FlatEquations flat;
  const auto equate = [&](ExprId left, ExprId right, const Symbol& symbol) {
    ScalarEquation equation{left, right, statement.span, instance};
    equation.is_real = IsContinuous(symbol.type);
    equation.is_assignment = true;
    AddEquation(context, Place::kEquation, equation, flat);
  };
  ExprId source, value;
  for (const Slot slot : state.sets.members[set]) {
    if (!IsSource(context, slot)) continue;
    const Symbol& symbol = SymbolOf(context, slot);
    if (!source.IsValid()) {
      source = MakeSource(l, symbol.type, leaf(slot), statement.span);
      clocks::Conversion previous;
      previous.kind = clocks::Conversion::Kind::kPrevious;
      previous.span = statement.span;
      value = AddConversion(l, symbol.type, source, previous);
    }
    const NodeId around = StateAround(context, symbol.parent);
    value = expr::Conditional(l.graph(), ActiveLeaf(l, around, statement.span), leaf(slot), value);
  }
  for (const Slot slot : state.sets.members[set]) {
    if (!IsSource(context, slot)) equate(leaf(slot), source, SymbolOf(context, slot));
  }
  const Slot any = state.sets.members[set][0];
  equate(source, value, SymbolOf(context, any));
  MoveInto(context.system, std::move(flat));
}

}  // namespace daedalus::semantics

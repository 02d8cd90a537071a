#include "daedalus/language/semantics/connections/connections.h"

#include "daedalus/language/semantics/connections/check_connectors.h"
#include "daedalus/language/semantics/connections/connector_variables.h"
#include "daedalus/language/semantics/connections/merge_outputs.h"
#include "daedalus/language/semantics/connections/overconstrained.h"
#include "daedalus/language/semantics/connections/streams.h"
#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/flat_equations.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/system/connect/cardinality.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using connect::Slot;
using connect::VariableKind;

void FindSets(Context& context) {
  ConnectionState& state = context.connections;
  const auto slot_of = [](connect::VariableIndex variable, bool is_outside) {
    return is_outside ? Slot::Outside(variable) : Slot::Inside(variable);
  };
  std::vector<connect::SlotPair> pairs;
  for (std::size_t s = 0; s < state.statements.size(); ++s) {
    const ConnectStatement& statement = state.statements[s];
    for (const auto& [a, b] : statement.pairs) {
      const connect::VariableIndex left = VariableOf(state.variables, a),
                                   right = VariableOf(state.variables, b);
      if (left == kNoVariable || right == kNoVariable) {
        context.reporter.Report(Error(Code::kBadConnection, statement.span,
                                      "`{}` is not itself a variable of a connector",
                                      context.NameOf(context.tree[(left == kNoVariable ? a : b).symbol])));
        continue;
      }
      pairs.push_back({slot_of(left, statement.is_left_outside), slot_of(right, statement.is_right_outside),
                       static_cast<connect::StatementIndex>(s)});
    }
  }
  state.sets = connect::MakeConnectionSets(state.variables.kinds, pairs, state.statements.size());
}

void CountStatements(ConnectionState& state) {
  state.cardinalities.emplace();
  std::vector<connect::ConnectedPair> pairs;
  std::vector<ConnectionEnd> connectors;
  const auto number = [&](const ConnectionEnd& end) {
    const auto next = static_cast<std::uint32_t>(connectors.size());
    const auto [at, is_new] = state.cardinalities->try_emplace(end, next);
    if (is_new) connectors.push_back(end);
    return at->second;
  };
  for (const ConnectStatement& statement : state.statements) {
    for (const auto& [a, b] : statement.connectors) {
      const std::uint32_t first = number(a);
      pairs.push_back({first, number(b)});
    }
  }
  const auto counts = connect::Cardinalities(connectors.size(), pairs);
  for (std::size_t i = 0; i < connectors.size(); ++i) (*state.cardinalities)[connectors[i]] = counts[i];
}

// ---- Equations ----

class Emitter {
 public:
  explicit Emitter(Context& context) : context_(context), state_(context.connections) {}

  void Emit(std::size_t set) {
    switch (state_.sets.kinds[set]) {
      case VariableKind::kFlow:
        return EmitSum(set);
      case VariableKind::kPotential:
        if (MergesStates(context_, set)) return EmitMerged(context_, set);
        for (const connect::Equality& equality : state_.sets.equalities[set]) EmitEquality(equality);
        return;
      case VariableKind::kParameter:
        for (const connect::Equality& equality : state_.sets.equalities[set]) CheckParameters(equality);
        return;
      case VariableKind::kStream:
        return EmitStreamSet(context_, set);
      case VariableKind::kOverdetermined:
        return;  // EmitOverdetermined
    }
  }

 private:
  const ConnectionEnd& EndOf(Slot slot) const { return state_.variables.ends[slot.variable()]; }
  ExprId ExprOf(Slot slot) { return ScalarExpr(context_, EndOf(slot)); }
  ScalarName InstanceName(NodeId node) const {
    return {context_.tree[node].path, context_.tree[node].element};
  }

  void EmitSum(std::size_t set) {
    System& system = context_.system;
    expr::Graph& g = system.graph;
    const auto members = state_.sets.members[set];
    const auto statements = state_.sets.statements[set];
    if (statements.empty()) {
      const Symbol& symbol = context_.tree[EndOf(members[0]).symbol];
      system.equations.Add(MakeEquation(system, ExprOf(members[0]), g.Constant(0.0), symbol.span,
                                        InstanceName(symbol.parent)));
      return;
    }
    std::vector<ExprId> terms;
    for (const Slot slot : members)
      terms.push_back(slot.is_inside() ? ExprOf(slot) : expr::Negate(g, ExprOf(slot)));
    const ConnectStatement& statement = state_.statements[statements[0]];
    for (const Slot slot : members)
      CheckConnected(context_, EndOf(members[0]).symbol, EndOf(slot).symbol, statement.span);
    system.equations.Add(MakeEquation(system, expr::Sum(g, terms), g.Constant(0.0), statement.span,
                                      InstanceName(statement.node)));
  }

  void EmitEquality(const connect::Equality& equality) {
    const auto is_known = [&](Slot slot) { return !context_.tree[EndOf(slot).symbol].IsVariable(); };
    if (is_known(equality.a) && is_known(equality.b)) return CheckParameters(equality);
    const ConnectStatement& statement = state_.statements[equality.statement];
    CheckConnected(context_, EndOf(equality.a).symbol, EndOf(equality.b).symbol, statement.span);
    FlatEquations flat;
    ScalarEquation equation{ExprOf(equality.a), ExprOf(equality.b), statement.span,
                            InstanceName(statement.node)};
    equation.is_real = IsContinuous(context_.tree[EndOf(equality.a).symbol].type);
    AddEquation(context_, Place::kEquation, equation, flat);
    MoveInto(context_.system, std::move(flat));
  }

  // Parameters in connectors must be equal (section 9.3).
  void CheckParameters(const connect::Equality& equality) {
    const ConnectionEnd &a = EndOf(equality.a), &b = EndOf(equality.b);
    if (!EnsureValue(context_, a.symbol) || !EnsureValue(context_, b.symbol)) return;
    const Scalar &left = context_.tree[a.symbol].value[a.element],
                 &right = context_.tree[b.symbol].value[b.element];
    if (left.IsConstant() && right.IsConstant() && left.number != right.number) {
      context_.reporter.Report(Error(Code::kBadConnection, state_.statements[equality.statement].span,
                                     "`{}` is {}, but `{}` is {}", context_.NameOf(context_.tree[a.symbol]),
                                     left.number, context_.NameOf(context_.tree[b.symbol]), right.number));
    }
  }

  Context& context_;
  const ConnectionState& state_;
};

}  // namespace

void ResolveConnections(Context& context, NodeId root) {
  ConnectionState& state = context.connections;
  NumberConnectorVariables(context, root);
  FindSets(context);
  CheckSignalSources(context);
  FindRoots(context);
  FindStreamSenders(context);
  state.is_known = true;
}

std::uint32_t CardinalityOf(ConnectionState& state, const ConnectionEnd& connector) {
  if (!state.cardinalities) CountStatements(state);
  const auto at = state.cardinalities->find(connector);
  return at == state.cardinalities->end() ? 0 : at->second;
}

void EmitConnections(Context& context) {
  Emitter emitter(context);
  for (std::size_t set = 0; set < context.connections.sets.size(); ++set) emitter.Emit(set);
  EmitOverdetermined(context);
}

}  // namespace daedalus::semantics

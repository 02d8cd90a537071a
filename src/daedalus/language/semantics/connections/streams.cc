#include "daedalus/language/semantics/connections/streams.h"

#include <algorithm>

#include "daedalus/language/semantics/connections/connection_ends.h"
#include "daedalus/language/semantics/connections/connector_variables.h"
#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/instances/attributes.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/system/connect/stream_sets.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using connect::Slot;
using expr::ExprId;

constexpr double kSmallFlow = 1e-6;  // of a nominal flow

// The flow variable of the connector that has this stream variable; invalid: there is none (section 15.1 asks
// for exactly one, which is a scalar).
SymbolId FlowSymbol(Context& context, SymbolId stream) {
  NodeId node = context.tree[stream].parent;
  while (node.IsValid() && !IsConnector(context, context.tree[node].env)) node = context.tree[node].parent;
  SymbolId found;
  if (!node.IsValid()) return found;
  for (const Child child : context.tree[node].children) {
    if (child.kind != Child::Kind::kSymbol) continue;
    if (context.tree[child.symbol()].connection == syntax::Connection::kFlow) found = child.symbol();
  }
  return found;
}

// A bound that certainly holds: parameters that decide about it become structural.
std::optional<double> Bound(Context& context, SymbolId flow, Attribute attribute,
                            bool (*decides)(double bound)) {
  const auto value = LowerAttribute(context, context.tree[flow], attribute, Mode::kProbe);
  if (!value || !value->IsScalar() || !value->scalar.IsConstant()) return std::nullopt;
  if (decides(value->scalar.number))
    LowerAttribute(context, context.tree[flow], attribute, Mode::kStructural);
  return value->scalar.number;
}

connect::StreamFlow BoundsOf(Context& context, SymbolId flow) {
  constexpr auto kNeverNegative = [](double bound) { return bound >= 0.0; };
  constexpr auto kNeverPositive = [](double bound) { return bound <= 0.0; };
  const auto min = Bound(context, flow, Attribute::kMin, kNeverNegative);
  const auto max = Bound(context, flow, Attribute::kMax, kNeverPositive);
  return {min && kNeverNegative(*min), max && kNeverPositive(*max)};
}

double NominalOf(Context& context, SymbolId flow) {
  const auto value = LowerAttribute(context, context.tree[flow], Attribute::kNominal, Mode::kProbe);
  const bool is_known =
      value && value->IsScalar() && value->scalar.IsConstant() && value->scalar.number > 0.0;
  return is_known ? value->scalar.number : 1.0;
}

class Mixer {
 public:
  explicit Mixer(Context& context)
      : context_(context), state_(context.connections), g_(context.system.graph) {}

  ExprId Mixture(Slot slot) {
    const auto [at, is_new] = state_.mixtures.try_emplace(slot.index(), ExprId());
    if (!is_new) return at->second.IsValid() ? at->second : ReportCycle(slot);
    const ExprId result = MixtureAnew(slot);
    return state_.mixtures[slot.index()] = result;
  }

 private:
  ExprId ReportCycle(Slot slot) {
    const ConnectionEnd& end = state_.variables.ends[slot.variable()];
    context_.reporter.Report(Error(Code::kBadConnection, DeclarationOf(context_, end),
                                   "the mixture that flows into `{}` depends on itself",
                                   EndName(context_, end)));
    return g_.Constant(0.0);
  }

  ExprId MixtureAnew(Slot slot) {
    const connect::StreamMixture mixture = connect::MixtureFor(slot, state_.sets, state_.senders);
    switch (mixture.form) {
      case connect::StreamForm::kOwn:
        return ScalarExpr(context_, state_.variables.ends[slot.variable()]);
      case connect::StreamForm::kZero:
        return g_.Constant(0.0);
      case connect::StreamForm::kOne:
        return ValueOf(mixture.from[0]);
      case connect::StreamForm::kMixed:
        return Mixed(mixture.from);
    }
    return {};
  }

  ExprId ValueOf(Slot sender) {
    return sender.is_inside() ? ScalarExpr(context_, state_.variables.ends[sender.variable()])
                              : Mixture(Slot::Inside(sender.variable()));
  }

  ExprId Outflow(Slot sender) {
    const ExprId flow = FlowOf(context_, sender.variable());
    return sender.is_inside() ? expr::Negate(g_, flow) : flow;
  }

  ExprId Mixed(const std::vector<Slot>& from) {
    const ExprId zero = g_.Constant(0.0);
    double nominal = 0.0;
    std::vector<ExprId> positive;
    for (const Slot slot : from) {
      positive.push_back(expr::Max(g_, Outflow(slot), zero));
      const double own =
          NominalOf(context_, FlowSymbol(context_, state_.variables.ends[slot.variable()].symbol));
      nominal = nominal == 0.0 ? own : std::min(nominal, own);
    }
    const double eps = kSmallFlow * nominal;
    const ExprId alpha = SmoothStep(expr::Sum(g_, positive), eps);
    const ExprId rest = expr::Product(g_, expr::Difference(g_, g_.Constant(1.0), alpha), g_.Constant(eps));
    std::vector<ExprId> weights, terms;
    for (std::size_t i = 0; i < from.size(); ++i) {
      weights.push_back(expr::Sum(g_, expr::Product(g_, alpha, positive[i]), rest));
      terms.push_back(expr::Product(g_, weights[i], ValueOf(from[i])));
    }
    return expr::Quotient(g_, expr::Sum(g_, terms), expr::Sum(g_, weights));
  }

  // alpha of equation (1).
  ExprId SmoothStep(ExprId s, double eps) {
    const ExprId x = expr::Quotient(g_, s, g_.Constant(eps));
    const ExprId cubic =
        expr::Product(g_, expr::Power(g_, x, 2.0),
                      expr::Difference(g_, g_.Constant(3.0), expr::Product(g_, g_.Constant(2.0), x)));
    const ExprId one = g_.Constant(1.0);
    return expr::NoEvent(g_, expr::Conditional(g_, expr::Greater(g_, s, g_.Constant(eps)), one, cubic));
  }

  Context& context_;
  ConnectionState& state_;
  expr::Graph& g_;
};

}  // namespace

void FindStreamSenders(Context& context) {
  ConnectionState& state = context.connections;
  std::vector<connect::StreamFlow> flows(state.variables.kinds.size());
  for (std::size_t v = 0; v < flows.size(); ++v) {
    if (state.variables.kinds[v].kind != connect::VariableKind::kStream) continue;
    const SymbolId stream = state.variables.ends[v].symbol;
    state.stream_of_variable[static_cast<std::uint32_t>(context.tree[stream].first_variable.index() +
                                                        state.variables.ends[v].element)] =
        static_cast<connect::VariableIndex>(v);
    const SymbolId flow = FlowSymbol(context, stream);
    // The rules for its class reject a connector without one (scope/check_prefixes.cc).
    if (flow.IsValid()) flows[v] = BoundsOf(context, flow);
  }
  state.senders = connect::FindSenders(state.sets, flows);
}

std::uint32_t StreamVariableOf(const Context& context, ExprId expr) {
  const expr::Graph& g = context.system.graph;
  if (g.op(expr) != expr::Op::kVariable) return kNoVariable;
  const VariableId variable = g.variable(expr);
  const auto at = context.connections.stream_of_variable.find(variable.value);
  return at == context.connections.stream_of_variable.end() ? kNoVariable : at->second;
}

ExprId FlowOf(Context& context, connect::VariableIndex stream) {
  const SymbolId flow = FlowSymbol(context, context.connections.variables.ends[stream].symbol);
  if (!flow.IsValid()) return context.system.graph.Constant(0.0);  // was reported
  return ScalarExpr(context, {{}, flow, 0});
}

ExprId InStreamOf(Context& context, connect::VariableIndex stream) {
  return Mixer(context).Mixture(Slot::Inside(stream));
}

void EmitStreamSet(Context& context, std::size_t set) {
  const ConnectionState& state = context.connections;
  const ConnectStatement& statement = state.statements[state.sets.statements[set][0]];
  const Node& node = context.tree[statement.node];
  for (const Slot slot : state.sets.members[set]) {
    if (slot.is_inside()) continue;
    const ExprId mixture = Mixer(context).Mixture(slot);
    context.system.equations.Add(MakeEquation(context.system,
                                              ScalarExpr(context, state.variables.ends[slot.variable()]),
                                              mixture, statement.span, {node.path, node.element}));
  }
}

}  // namespace daedalus::semantics

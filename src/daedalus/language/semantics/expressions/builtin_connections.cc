// Questions about connections: Connections.isRoot and rooted (Modelica 3.6, section 9.4.1), cardinality
// (3.7.4), inStream and actualStream (15.2, 15.3). While a class is checked alone, there are no answers.
#include "daedalus/language/semantics/connections/connection_ends.h"
#include "daedalus/language/semantics/connections/connections.h"
#include "daedalus/language/semantics/connections/streams.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using expr::ExprId;

bool IsCheck(const Lowering& l) {
  return l.purpose.mode == Mode::kCheck;
}

// The value is not known and not needed: only the type counts.
bool IsOpen(const Lowering& l) {
  return IsCheck(l) || (l.purpose.mode == Mode::kProbe && !l.context.connections.is_known);
}

// True if all connections are known; otherwise reported. Connections may depend on sizes and conditions, so
// these cannot depend on connections.
bool AreConnectionsKnown(Lowering& l, const CallSite& call) {
  if (l.context.connections.is_known) return true;
  if (l.context.reporter.HasErrors()) return false;  // they are unknown because of these errors
  l.Error(Code::kNotEvaluable, call.span, "`{}` is known only after all sizes, conditions and connections",
          call.function.name);
  return false;
}

bool IsThere(Lowering& l, const CallSite& call, const ConnectionEnds& ends) {
  if (!ends.is_disabled) return true;
  l.Error(Code::kDisabledComponent, l.SpanOf(call.arguments[0]),
          "this does not exist: the condition of a component is false");
  return false;
}

// The node of the argument in the graph; nullopt after a mistake.
std::optional<connect::NodeIndex> NodeOf(Lowering& l, const CallSite& call) {
  const auto found = FindOverdetermined(l, call.arguments[0]);
  if (!found || !IsThere(l, call, *found) || !AreConnectionsKnown(l, call)) return std::nullopt;
  const ConnectionState& state = l.context.connections;
  const auto at = state.variables.overdetermined.find(found->ends[0]);
  if (at != state.variables.overdetermined.end()) return state.roots.nodes.at(at->second);
  l.Error(Code::kBadConnection, l.SpanOf(call.arguments[0]), "`{}` is not in a connector",
          EndName(l.context, found->ends[0]));
  return std::nullopt;
}

Value Answer(bool is_true) {
  return ScalarValue(BaseType::kBoolean, Constant(is_true ? 1.0 : 0.0), Variability::kParameter);
}

// Calls f(number of the stream variable) for each element of the argument.
template <class F>
Value ForEachStream(Lowering& l, const CallSite& call, F f) {
  Value value = NumericArgument(l, call, 0);
  if (value.IsError() || IsCheck(l) || l.purpose.mode != Mode::kSymbolic) return value;
  if (!AreConnectionsKnown(l, call)) return {};
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::uint32_t stream =
        value[i].kind == Scalar::Kind::kExpression ? StreamVariableOf(l.context, value[i].expr) : kNoVariable;
    if (stream == kNoVariable)
      return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[0]),
                     "`{}` needs a stream variable of a connector here", call.function.name);
    value[i] = Expression(f(stream));
  }
  return value;
}

}  // namespace

Value Cardinality(Lowering& l, const CallSite& call) {
  const auto found = FindOneConnector(l, call.arguments[0]);
  if (!found) return {};
  if (IsOpen(l)) return ScalarValue(BaseType::kInteger, Scalar(), Variability::kParameter);
  if (!IsThere(l, call, *found) || !AreConnectionsKnown(l, call)) return {};
  return ScalarValue(BaseType::kInteger, Constant(CardinalityOf(l.context.connections, found->ends[0])),
                     Variability::kParameter);
}

Value IsRoot(Lowering& l, const CallSite& call) {
  if (IsOpen(l)) return ScalarValue(BaseType::kBoolean, Scalar(), Variability::kParameter);
  const auto node = NodeOf(l, call);
  return node ? Answer(l.context.connections.roots.forest.is_root[*node]) : Value();
}

Value Rooted(Lowering& l, const CallSite& call) {
  if (IsOpen(l)) return ScalarValue(BaseType::kBoolean, Scalar(), Variability::kParameter);
  const auto node = NodeOf(l, call);
  if (!node) return {};
  const RootState& roots = l.context.connections.roots;
  if (roots.num_branches[*node] == 1) return Answer(roots.forest.is_rooted[roots.branch_from[*node]]);
  return l.Error(Code::kBadConnection, call.span,
                 "`{}` needs exactly one `Connections.branch` whose first argument is the same",
                 call.function.name);
}

Value InStream(Lowering& l, const CallSite& call) {
  return ForEachStream(l, call, [&](std::uint32_t stream) { return InStreamOf(l.context, stream); });
}

// if m_flow > 0 then inStream(h) else h
Value ActualStream(Lowering& l, const CallSite& call) {
  expr::Graph& g = l.graph();
  return ForEachStream(l, call, [&](std::uint32_t stream) {
    const ConnectionEnd& end = l.context.connections.variables.ends[stream];
    const VariableId h(l.context.tree[end.symbol].first_variable.index() + end.element);
    return expr::Conditional(g, expr::Greater(g, FlowOf(l.context, stream), g.Constant(0.0)),
                             InStreamOf(l.context, stream), g.Variable(h));
  });
}

}  // namespace daedalus::semantics

#include "daedalus/language/semantics/connections/connector_variables.h"

#include "daedalus/language/semantics/connections/connection_ends.h"
#include "daedalus/language/semantics/connections/overconstrained.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using connect::VariableKind;

VariableKind KindOf(const Symbol& symbol) {
  if (symbol.connection == syntax::Connection::kFlow) return VariableKind::kFlow;
  if (symbol.connection == syntax::Connection::kStream) return VariableKind::kStream;
  return symbol.IsVariable() || symbol.is_unchanging ? VariableKind::kPotential : VariableKind::kParameter;
}

class Numbering {
 public:
  explicit Numbering(Context& context) : context_(context), out_(context.connections.variables) {
    out_.first_of_symbol.assign(context.tree.symbols.size(), kNoVariable);
  }

  // `is_on_bus`: connections have put it there.
  void Visit(NodeId id, bool is_in_connector, bool is_on_bus) {
    for (const NodeId element : context_.tree[id].elements) Visit(element, is_in_connector, is_on_bus);
    if (context_.tree[id].is_array) return;
    const scope::EnvId env = context_.tree[id].env;
    if (is_in_connector && EqualityConstraintOf(context_, env).IsValid()) return AddWhole({id});
    const bool is_connector = is_in_connector || IsConnector(context_, env);
    for (std::uint32_t i = 0; i < context_.tree[id].children.size(); ++i) {
      const scope::Member& member = context_.envs.Members(env)[i];
      if (member.is_class || member.StandsForInner()) continue;
      VisitChild(context_.tree[id].children[i], is_connector, is_on_bus);
    }
    for (std::size_t i = 0; i < context_.tree.NumAdded(id); ++i)
      VisitChild(context_.tree.Added(id, i).child, is_connector, is_connector);
  }

 private:
  void VisitChild(Child child, bool is_in_connector, bool is_on_bus) {
    if (child.kind == Child::Kind::kNode) Visit(child.node(), is_in_connector, is_on_bus);
    if (child.kind != Child::Kind::kSymbol) return;
    const scope::EnvId type = context_.tree[child.symbol()].env;
    if (is_in_connector && EqualityConstraintOf(context_, type).IsValid())
      return AddWhole({{}, child.symbol(), kWholeSymbol});
    if (is_in_connector || IsConnector(context_, type)) AddScalars(child.symbol(), is_on_bus);
  }

  void AddWhole(const ConnectionEnd& end) {
    out_.overdetermined[end] = static_cast<connect::VariableIndex>(out_.kinds.size());
    out_.kinds.push_back({.kind = VariableKind::kOverdetermined});
    out_.ends.push_back(end);
  }

  void AddScalars(SymbolId id, bool is_on_bus) {
    const Symbol& symbol = context_.tree[id];
    out_.first_of_symbol[id.index()] = static_cast<std::uint32_t>(out_.kinds.size());
    const auto count = static_cast<std::size_t>(NumElements(symbol.dims));
    for (std::size_t i = 0; i < count; ++i) {
      out_.kinds.push_back({.kind = KindOf(symbol), .zero_outside = is_on_bus});
      out_.ends.push_back({{}, id, i});
    }
  }

  Context& context_;
  ConnectorVariables& out_;
};

}  // namespace

void NumberConnectorVariables(Context& context, NodeId root) {
  Numbering(context).Visit(root, false, false);
}

connect::VariableIndex VariableOf(const ConnectorVariables& variables, const ConnectionEnd& end) {
  if (end.node.IsValid() || end.element == kWholeSymbol) return variables.overdetermined.at(end);
  const std::uint32_t first = variables.first_of_symbol[end.symbol.index()];
  return first == kNoVariable ? kNoVariable : static_cast<connect::VariableIndex>(first + end.element);
}

expr::ExprId ScalarExpr(Context& context, const ConnectionEnd& scalar) {
  const Symbol& symbol = context.tree[scalar.symbol];
  expr::Graph& g = context.system.graph;
  if (symbol.first_parameter.IsValid())
    return g.Parameter(ParameterId(symbol.first_parameter.index() + scalar.element));
  if (symbol.first_discrete.IsValid()) {
    const DiscreteId discrete(symbol.first_discrete.index() + scalar.element);
    return g.Held(context.system.hybrid.discretes[discrete].value);
  }
  return g.Variable(VariableId(symbol.first_variable.index() + scalar.element));
}

}  // namespace daedalus::semantics

#include "daedalus/semantics/connections.h"

#include <algorithm>

#include "daedalus/connect/connection_sets.h"
#include "daedalus/expr/build.h"
#include "daedalus/semantics/connection_ends.h"
#include "daedalus/semantics/emit.h"
#include "daedalus/semantics/instances.h"

namespace daedalus::semantics {
namespace {

using connect::Slot;
using connect::VariableKind;

// ---- Pairs of scalars that correspond ----

class Pairing {
 public:
  Pairing(Context& context, ConnectStatement& statement) : context_(context), statement_(statement) {}

  bool Pair(const ConnectionEnd& a, const ConnectionEnd& b) {
    if (a.node.IsValid() && b.node.IsValid()) return PairNodes(a.node, b.node);
    if (!a.node.IsValid() && !b.node.IsValid()) return PairScalars(a, b);
    return Refuse(fmt::format("{} and {} are not of the same kind", NameOf(a), NameOf(b)));
  }

 private:
  std::string NameOf(const ConnectionEnd& end) const {
    return fmt::format("`{}`", end.node.IsValid() ? PathText(context_, end.node)
                                                  : context_.NameOf(context_.tree[end.symbol]));
  }
  bool Refuse(std::string message) {
    context_.reporter.Report(Error(Code::kBadConnection, statement_.span, "{}", message));
    return false;
  }

  bool PairScalars(const ConnectionEnd& a, const ConnectionEnd& b) {
    const Symbol& left = context_.tree[a.symbol];
    const Symbol& right = context_.tree[b.symbol];
    if (left.connection != right.connection)
      return Refuse(fmt::format("{} and {} differ in `flow` or `stream`", NameOf(a), NameOf(b)));
    const bool fits = context_.types.IsAssignable(left.type, right.type) ||
                      context_.types.IsAssignable(right.type, left.type);
    if (!fits) {
      return Refuse(fmt::format("{} is a {}, but {} is a {}", NameOf(a), context_.types.Name(left.type),
                                NameOf(b), context_.types.Name(right.type)));
    }
    statement_.pairs.push_back({a, b});
    return true;
  }

  bool PairSymbols(SymbolId a, SymbolId b) {
    if (!EnsureDims(context_, a) || !EnsureDims(context_, b)) return false;
    const Dims &left = context_.tree[a].dims, &right = context_.tree[b].dims;
    if (left != right) {
      return Refuse(fmt::format("`{}` has the dimensions {}, but `{}` {}", context_.NameOf(context_.tree[a]),
                                ToString(left), context_.NameOf(context_.tree[b]), ToString(right)));
    }
    const auto count = static_cast<std::size_t>(NumElements(left));
    for (std::size_t i = 0; i < count; ++i) {
      if (!PairScalars({{}, a, i}, {{}, b, i})) return false;
    }
    return true;
  }

  bool PairChildren(Child a, Child b, std::string_view name) {
    if (a.kind == Child::Kind::kBroken || b.kind == Child::Kind::kBroken) return false;
    if (a.kind == Child::Kind::kSymbol && b.kind == Child::Kind::kSymbol)
      return PairSymbols(a.symbol(), b.symbol());
    if (a.kind == Child::Kind::kNode && b.kind == Child::Kind::kNode) return PairNodes(a.node(), b.node());
    if (a.kind == Child::Kind::kDisabled && b.kind == Child::Kind::kDisabled) return true;
    return Refuse(fmt::format("`{}` is something else in the two connectors", name));
  }

  bool PairNodes(NodeId a, NodeId b) {
    if (context_.tree[a].is_array || context_.tree[b].is_array) {
      if (context_.tree[a].dims != context_.tree[b].dims) {
        return Refuse(fmt::format("`{}` has the dimensions {}, but `{}` {}", PathText(context_, a),
                                  ToString(context_.tree[a].dims), PathText(context_, b),
                                  ToString(context_.tree[b].dims)));
      }
      for (std::size_t i = 0; i < context_.tree[a].elements.size(); ++i) {
        if (!PairNodes(context_.tree[a].elements[i], context_.tree[b].elements[i])) return false;
      }
      return true;
    }
    const scope::EnvId left = context_.tree[a].env, right = context_.tree[b].env;
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < context_.envs.Members(left).size(); ++i) {
      const scope::Member member = context_.envs.Members(left)[i];
      if (member.is_class) continue;
      const auto other = ChildOf(context_, b, member.name);
      if (!other) {
        return Refuse(fmt::format("`{}` has no `{}`, which `{}` has", PathText(context_, b),
                                  context_.Text(member.name), PathText(context_, a)));
      }
      if (!PairChildren(ChildOf(context_, a, i), *other, context_.Text(member.name))) return false;
      ++count;
    }
    const auto& members = context_.envs.Members(right);
    const auto other_count = static_cast<std::size_t>(
        std::count_if(members.begin(), members.end(), [](const scope::Member& m) { return !m.is_class; }));
    if (count == other_count) return true;
    return Refuse(
        fmt::format("`{}` has members that `{}` has not", PathText(context_, b), PathText(context_, a)));
  }

  Context& context_;
  ConnectStatement& statement_;
};

// ---- Equations ----

class Emitter {
 public:
  explicit Emitter(Context& context) : context_(context), first_(context.tree.symbols.size(), kNone) {}

  void Run(NodeId root) {
    Number(root, false);
    std::vector<connect::SlotPair> pairs;
    for (std::size_t s = 0; s < context_.connects.size(); ++s) {
      const ConnectStatement& statement = context_.connects[s];
      for (const auto& [a, b] : statement.pairs) {
        pairs.push_back({SlotOf(a, statement.is_left_outside), SlotOf(b, statement.is_right_outside),
                         static_cast<connect::StatementIndex>(s)});
      }
    }
    const auto sets = connect::MakeConnectionSets(variables_, pairs, context_.connects.size());
    for (std::size_t set = 0; set < sets.size(); ++set) Emit(sets, set);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // Every scalar of every connector gets a number.
  void Number(NodeId id, bool is_in_connector) {
    const Node& node = context_.tree[id];
    for (const NodeId element : node.elements) Number(element, is_in_connector);
    if (node.is_array) return;
    const scope::EnvId env = node.env;
    for (std::uint32_t i = 0; i < node.children.size(); ++i) {
      const scope::Member& member = context_.envs.Members(env)[i];
      if (member.is_class || (member.is_outer && !member.is_inner)) continue;
      const Child child = context_.tree[id].children[i];
      if (child.kind == Child::Kind::kNode) {
        const syntax::ClassKind kind = context_.envs.KindOf(context_.tree[child.node()].env);
        const bool is_connector =
            kind == syntax::ClassKind::kConnector || kind == syntax::ClassKind::kExpandableConnector;
        Number(child.node(), is_in_connector || is_connector);
      } else if (child.kind == Child::Kind::kSymbol) {
        NumberSymbol(child.symbol());
      }
    }
  }

  void NumberSymbol(SymbolId id) {
    const Symbol& symbol = context_.tree[id];
    first_[id.index()] = static_cast<std::uint32_t>(variables_.size());
    connect::ConnectorVariable variable;
    variable.kind = symbol.connection == syntax::Connection::kFlow     ? VariableKind::kFlow
                    : symbol.connection == syntax::Connection::kStream ? VariableKind::kStream
                    : symbol.IsVariable()                              ? VariableKind::kPotential
                                                                       : VariableKind::kParameter;
    const auto count = static_cast<std::size_t>(NumElements(symbol.dims));
    for (std::size_t i = 0; i < count; ++i) {
      variables_.push_back(variable);
      scalars_.push_back({{}, id, i});
    }
  }

  Slot SlotOf(const ConnectionEnd& end, bool is_outside) const {
    const auto index = static_cast<connect::VariableIndex>(first_[end.symbol.index()] + end.element);
    return is_outside ? Slot::Outside(index) : Slot::Inside(index);
  }

  ExprId ExprOf(Slot slot) {
    const ConnectionEnd& scalar = scalars_[slot.variable()];
    const Symbol& symbol = context_.tree[scalar.symbol];
    expr::Graph& g = context_.system.graph;
    if (symbol.first_parameter.IsValid())
      return g.Parameter(ParameterId(symbol.first_parameter.index() + scalar.element));
    return g.Variable(VariableId(symbol.first_variable.index() + scalar.element));
  }

  void Emit(const connect::ConnectionSets& sets, std::size_t set) {
    System& system = context_.system;
    expr::Graph& g = system.graph;
    switch (sets.kinds[set]) {
      case VariableKind::kFlow: {
        std::vector<ExprId> terms;
        for (const Slot slot : sets.members[set])
          terms.push_back(slot.is_inside() ? ExprOf(slot) : expr::Negate(g, ExprOf(slot)));
        const auto statements = sets.statements[set];
        const Slot first = sets.members[set][0];
        const Symbol& symbol = context_.tree[scalars_[first.variable()].symbol];
        if (statements.empty()) {
          system.equations.Add(
              MakeEquation(system, ExprOf(first), g.Constant(0.0), symbol.span, InstanceName(symbol.parent)));
        } else {
          const ConnectStatement& statement = context_.connects[statements[0]];
          system.equations.Add(MakeEquation(system, expr::Sum(g, terms), g.Constant(0.0), statement.span,
                                            InstanceName(statement.node)));
        }
        break;
      }
      case VariableKind::kPotential:
        for (const connect::Equality& equality : sets.equalities[set]) {
          const ConnectStatement& statement = context_.connects[equality.statement];
          system.equations.Add(MakeEquation(system, ExprOf(equality.a), ExprOf(equality.b), statement.span,
                                            InstanceName(statement.node)));
        }
        break;
      case VariableKind::kParameter:
        for (const connect::Equality& equality : sets.equalities[set]) CheckParameters(equality);
        break;
      default:
        break;
    }
  }

  // Parameters in connectors must be equal (section 9.3).
  void CheckParameters(const connect::Equality& equality) {
    const ConnectionEnd &a = scalars_[equality.a.variable()], &b = scalars_[equality.b.variable()];
    if (!EnsureValue(context_, a.symbol) || !EnsureValue(context_, b.symbol)) return;
    const Scalar &left = context_.tree[a.symbol].value[a.element],
                 &right = context_.tree[b.symbol].value[b.element];
    if (left.IsConstant() && right.IsConstant() && left.number != right.number) {
      context_.reporter.Report(Error(Code::kBadConnection, context_.connects[equality.statement].span,
                                     "`{}` is {}, but `{}` is {}", context_.NameOf(context_.tree[a.symbol]),
                                     left.number, context_.NameOf(context_.tree[b.symbol]), right.number));
    }
  }

  ScalarName InstanceName(NodeId node) const {
    return {context_.tree[node].path, context_.tree[node].element};
  }

  Context& context_;
  std::vector<std::uint32_t> first_;  // by symbol
  std::vector<connect::ConnectorVariable> variables_;
  std::vector<ConnectionEnd> scalars_;
};

}  // namespace

bool CollectConnect(EquationScope& scope, const syntax::Equation& equation) {
  Lowering l = scope.MakeLowering();
  const auto left = FindConnectionEnds(l, equation.left);
  const auto right = FindConnectionEnds(l, equation.right);
  if (!left || !right) return false;
  if (left->is_disabled || right->is_disabled) return true;
  const Span span = l.tree().SpanOf(equation);
  if (left->dims != right->dims) {
    l.Error(Code::kBadConnection, span, "the left side has the dimensions {}, the right side {}",
            ToString(left->dims), ToString(right->dims));
    return false;
  }
  ConnectStatement statement;
  statement.node = scope.text.node;
  statement.span = span;
  statement.is_left_outside = left->is_outside;
  statement.is_right_outside = right->is_outside;
  Pairing pairing(scope.context, statement);
  for (std::size_t i = 0; i < left->ends.size(); ++i) {
    if (!pairing.Pair(left->ends[i], right->ends[i])) return false;
  }
  scope.context.connects.push_back(std::move(statement));
  return true;
}

void EmitConnections(Context& context, NodeId root) {
  Emitter(context).Run(root);
}

}  // namespace daedalus::semantics

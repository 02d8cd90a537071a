#include "daedalus/language/semantics/connections/overconstrained.h"

#include "daedalus/language/semantics/connections/connection_ends.h"
#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/equate.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/functions/call_function.h"
#include "daedalus/language/semantics/instances/component_value.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using connect::NodeIndex;

std::optional<GraphStatement::Kind> KindOf(const Meaning& function) {
  if (function.kind != Meaning::Kind::kBuiltin) return std::nullopt;
  const std::string_view name = Builtins()[function.index].name;
  if (name == "Connections.branch") return GraphStatement::Kind::kBranch;
  if (name == "Connections.root") return GraphStatement::Kind::kRoot;
  if (name == "Connections.potentialRoot") return GraphStatement::Kind::kPotentialRoot;
  return std::nullopt;
}

std::uint32_t DepthOf(const Context& context, NodeId node) {
  std::uint32_t depth = 0;
  for (NodeId up = context.tree[node].parent; up.IsValid(); up = context.tree[up].parent)
    depth += !context.tree[up].is_array;
  return depth;
}

// ---- The graph ----

class GraphMaker {
 public:
  explicit GraphMaker(Context& context)
      : context_(context), state_(context.connections), roots_(context.connections.roots) {}

  void Run() {
    AddNodes();
    AddEdges();
    for (const GraphStatement& statement : state_.graph_statements) AddStatement(statement);
    roots_.forest = connect::MakeSpanningForest(roots_.graph);
    ReportCycles();
    ReportConflicts();
    ReportRootless();
  }

 private:
  void AddNodes() {
    for (std::size_t v = 0; v < state_.variables.kinds.size(); ++v) {
      if (state_.variables.kinds[v].kind != connect::VariableKind::kOverdetermined) continue;
      const auto variable = static_cast<connect::VariableIndex>(v);
      roots_.nodes[variable] = static_cast<NodeIndex>(roots_.variables.size());
      roots_.variables.push_back(variable);
    }
    roots_.graph.num_nodes = roots_.variables.size();
    roots_.num_branches.assign(roots_.variables.size(), 0);
    roots_.branch_from.assign(roots_.variables.size(), 0);
  }

  void AddEdges() {
    for (std::size_t set = 0; set < state_.sets.size(); ++set) {
      if (state_.sets.kinds[set] != connect::VariableKind::kOverdetermined) continue;
      for (const connect::Equality& equality : state_.sets.equalities[set]) {
        roots_.graph.edges.push_back({roots_.nodes[equality.a.variable()],
                                      roots_.nodes[equality.b.variable()],
                                      DepthOf(context_, state_.statements[equality.statement].node)});
        roots_.edges.push_back(equality);
      }
    }
  }

  // nullopt: it is not in a connector, and therefore not a node.
  std::optional<NodeIndex> NodeOf(const ConnectionEnd& end, Span span) {
    const auto at = state_.variables.overdetermined.find(end);
    if (at != state_.variables.overdetermined.end()) return roots_.nodes[at->second];
    context_.reporter.Report(Error(Code::kBadConnection, span,
                                   "`{}` is not in a connector, so it cannot be connected",
                                   EndName(context_, end)));
    return std::nullopt;
  }

  void AddStatement(const GraphStatement& statement) {
    const auto a = NodeOf(statement.a, statement.span);
    if (!a) return;
    switch (statement.kind) {
      case GraphStatement::Kind::kBranch:
        if (const auto b = NodeOf(statement.b, statement.span)) {
          ++roots_.num_branches[*a];
          roots_.branch_from[*a] = static_cast<std::uint32_t>(roots_.graph.branches.size());
          roots_.graph.branches.push_back({*a, *b});
          roots_.branches.push_back(statement.span);
        }
        break;
      case GraphStatement::Kind::kRoot:
        roots_.graph.definite_roots.push_back(*a);
        roots_.roots.push_back(statement.span);
        break;
      case GraphStatement::Kind::kPotentialRoot:
        roots_.graph.potential_roots.push_back({*a, statement.priority});
        break;
    }
  }

  std::string Name(NodeIndex node) const {
    return EndName(context_, state_.variables.ends[roots_.variables[node]]);
  }
  Span RootSpan(NodeIndex node) const {
    for (std::size_t i = 0; i < roots_.roots.size(); ++i) {
      if (roots_.graph.definite_roots[i] == node) return roots_.roots[i];
    }
    return {};
  }
  std::span<const connect::RequiredBranch> FirstBranches(std::size_t count) const {
    return std::span(roots_.graph.branches).first(count);
  }
  // The statements that lead from one node to the other.
  void ShowPath(Diagnostic& error, std::size_t num_branches, NodeIndex from, NodeIndex to) const {
    constexpr std::size_t kMaxShown = 4;
    const auto path = connect::PathOfBranches(roots_.graph.num_nodes, FirstBranches(num_branches), from, to);
    for (std::size_t i = 0; i < path.size() && i < kMaxShown; ++i)
      error.With(roots_.branches[path[i]], "joined here");
    if (path.size() > kMaxShown) error.Note(fmt::format("and by {} more branches", path.size() - kMaxShown));
  }

  void ReportCycles() {
    for (const std::uint32_t i : roots_.forest.cycles) {
      const connect::RequiredBranch& branch = roots_.graph.branches[i];
      auto error = Error(Code::kBadConnection, roots_.branches[i],
                         "this branch closes a loop: other branches join `{}` and `{}` already",
                         Name(branch.a), Name(branch.b));
      ShowPath(error, i, branch.a, branch.b);
      context_.reporter.Report(std::move(error));
    }
  }

  void ReportConflicts() {
    for (const connect::RootConflict& conflict : roots_.forest.conflicts) {
      auto error = Error(Code::kBadConnection, RootSpan(conflict.second),
                         "`{}` and `{}` are both roots, and branches join them", Name(conflict.first),
                         Name(conflict.second));
      error.With(RootSpan(conflict.first), "the other root");
      ShowPath(error, roots_.graph.branches.size(), conflict.first, conflict.second);
      context_.reporter.Report(std::move(error));
    }
  }

  // A node that no statement mentions is alone, and needs no root.
  void ReportRootless() {
    if (state_.is_open) return;  // the root may be outside
    std::vector<bool> is_joined(roots_.graph.num_nodes);
    for (const connect::RequiredBranch& branch : roots_.graph.branches)
      is_joined[branch.a] = is_joined[branch.b] = true;
    for (const connect::OptionalEdge& edge : roots_.graph.edges) is_joined[edge.a] = is_joined[edge.b] = true;
    for (const NodeIndex node : roots_.forest.rootless) {
      if (!is_joined[node]) continue;
      context_.reporter.Report(
          Error(Code::kBadConnection, DeclarationOf(context_, state_.variables.ends[roots_.variables[node]]),
                "nothing that is connected with `{}` is a root", Name(node))
              .Note("one of them needs `Connections.root(...)` or `Connections.potentialRoot(...)`"));
    }
  }

  Context& context_;
  ConnectionState& state_;
  RootState& roots_;
};

// ---- Equations ----

Value WholeValue(Lowering& l, const ConnectionEnd& end) {
  const syntax::ReferencePart part{};
  const Child child = end.node.IsValid() ? Child{Child::Kind::kNode, end.node.value}
                                         : Child{Child::Kind::kSymbol, end.symbol.value};
  return LowerComponent(l, child, std::span(&part, 1));
}

// 0 = equalityConstraint(a, b)
bool EmitConstraint(Lowering& l, const Value& a, const Value& b, scope::EnvId function,
                    const ConnectStatement& statement) {
  std::vector<FunctionArgument> arguments = {{{}, a, statement.span}, {{}, b, statement.span}};
  const auto results = CallFunction(l, {function, statement.node}, std::move(arguments), statement.span);
  if (!results || results->empty() || (*results)[0].IsError()) return false;
  System& system = l.context.system;
  const Node& node = l.context.tree[statement.node];
  for (std::size_t i = 0; i < (*results)[0].size(); ++i) {
    system.equations.Add(MakeEquation(system, system.graph.Constant(0.0), ToExpr(l, (*results)[0][i]),
                                      statement.span, {node.path, node.element}));
  }
  return true;
}

bool EmitEdge(Context& context, const connect::Equality& edge, bool is_cut) {
  const ConnectionState& state = context.connections;
  const ConnectStatement& statement = state.statements[edge.statement];
  const scope::EnvId env = context.tree[statement.node].env;
  TextScope text{context.envs.store().tree(context.envs[env].cls), statement.node, {env, 0}};
  Lowering l{context, text};
  const ConnectionEnd& end = state.variables.ends[edge.a.variable()];
  const Value a = WholeValue(l, end), b = WholeValue(l, state.variables.ends[edge.b.variable()]);
  if (a.IsError() || b.IsError()) return false;
  if (is_cut) {
    const scope::EnvId type = end.node.IsValid() ? context.tree[end.node].env : context.tree[end.symbol].env;
    return EmitConstraint(l, a, b, EqualityConstraintOf(context, type), statement);
  }
  FlatEquations flat;
  if (!Equate(l, a, b, statement.span, flat)) return false;
  MoveInto(context.system, std::move(flat));
  return true;
}

}  // namespace

scope::EnvId EqualityConstraintOf(Context& context, scope::EnvId env) {
  if (!context.envs[env].cls.IsValid()) return {};
  const auto [at, is_new] = context.connections.constraints.try_emplace(env.value, scope::EnvId());
  if (!is_new) return at->second;
  const syntax::ClassKind kind = context.envs.KindOf(env);
  if (kind != syntax::ClassKind::kRecord && kind != syntax::ClassKind::kType) return {};
  const std::uint32_t member =
      context.envs.FindMember(env, context.envs.store().names().Intern("equalityConstraint"));
  if (member == scope::kNoMember || !context.envs.Members(env)[member].is_class) return {};
  const scope::EnvId function = context.envs.EnvOf(env, member);
  return context.connections.constraints[env.value] = function;
}

bool IsGraphStatement(const Meaning& function) {
  return KindOf(function).has_value();
}

bool CollectGraphStatement(EquationScope& scope, const syntax::Equation& equation) {
  Lowering l = scope.MakeLowering();
  const syntax::Expression& e = scope.tree()[equation.left];
  const syntax::Call& call = scope.tree().CallOf(e);
  const Meaning function = ResolveFunction(l, call.function);
  const auto kind = KindOf(function);
  if (!kind) return function.kind != Meaning::Kind::kError;  // a function of that name, not a statement
  const auto arguments = ArrangeArguments(l, Builtins()[function.index], call, scope.tree().SpanOf(e));
  if (!arguments) return false;
  GraphStatement statement;
  statement.kind = *kind;
  statement.span = scope.tree().SpanOf(equation);
  bool is_there = true;
  const auto find = [&](syntax::ExpressionId id, ConnectionEnd& out) {
    const auto end = FindOverdetermined(l, id);
    if (!end) return false;
    is_there = is_there && !end->is_disabled;
    if (!end->is_disabled) out = end->ends[0];
    return true;
  };
  if (!find((*arguments)[0], statement.a)) return false;
  if (*kind == GraphStatement::Kind::kBranch && !find((*arguments)[1], statement.b)) return false;
  if (*kind == GraphStatement::Kind::kPotentialRoot && arguments->size() > 1) {
    const auto priority = LowerInteger(l, (*arguments)[1], "the priority of a root");
    if (!priority) return false;
    statement.priority = *priority;
  }
  if (is_there) scope.context.connections.graph_statements.push_back(statement);
  return true;
}

void FindRoots(Context& context) {
  GraphMaker(context).Run();
}

void EmitOverdetermined(Context& context) {
  const RootState& roots = context.connections.roots;
  for (std::size_t i = 0; i < roots.edges.size(); ++i) {
    if (!EmitEdge(context, roots.edges[i], roots.forest.is_cut[i]))
      context.reporter.GiveUp(context.connections.statements[roots.edges[i].statement].span);
  }
}

}  // namespace daedalus::semantics

#include "daedalus/semantics/collect_connections.h"

#include "daedalus/semantics/connection_ends.h"
#include "daedalus/semantics/for_equation.h"
#include "daedalus/semantics/instances.h"
#include "daedalus/semantics/overconstrained.h"
#include "daedalus/semantics/pair_connectors.h"

namespace daedalus::semantics {
namespace {

using syntax::EquationKind;

// Connections.root(a) and the like, by their look: what the name means is found out later.
bool LooksLikeGraphStatement(const syntax::Tree& tree, const syntax::Equation& equation) {
  const syntax::Expression& e = tree[equation.left];
  if (e.kind != syntax::ExpressionKind::kCall) return false;
  const auto parts = tree.List(tree[tree.CallOf(e).function].parts);
  return parts.size() == 2 && tree.Text(parts[0].name) == "Connections";
}

// The first statement about connections; null: there is none, and the equations need not be looked at.
const syntax::Equation* FindStatement(const syntax::Tree& tree, std::span<const syntax::Equation> equations) {
  for (const syntax::Equation& equation : equations) {
    const syntax::Equation* found = nullptr;
    if (equation.kind == EquationKind::kConnect) return &equation;
    if (equation.kind == EquationKind::kCall && LooksLikeGraphStatement(tree, equation)) return &equation;
    if (equation.kind == EquationKind::kFor) found = FindStatement(tree, tree.List(equation.body));
    if (equation.kind == EquationKind::kIf || equation.kind == EquationKind::kWhen) {
      for (const syntax::EquationBranch& branch : tree.List(equation.branches))
        found = found != nullptr ? found : FindStatement(tree, tree.List(branch.body));
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

bool Collect(EquationScope& scope, std::span<const syntax::Equation> equations);

// The branch that is taken.
bool CollectIf(EquationScope& scope, const syntax::Equation& equation) {
  for (const syntax::EquationBranch& branch : scope.tree().List(equation.branches)) {
    if (branch.condition.IsValid()) {
      Lowering l = scope.MakeStructural("the condition around a connection");
      const Value condition = LowerStructural(l, branch.condition, l.purpose.what);
      if (condition.IsError()) return false;
      if (condition.type != BaseType::kBoolean || !condition.IsScalar()) {
        l.Error(Code::kTypeMismatch, l.SpanOf(branch.condition), "a condition is a Boolean, but this is {}",
                l.TypeText(condition));
        return false;
      }
      if (condition.scalar.number == 0.0) continue;
    }
    return Collect(scope, scope.tree().List(branch.body));
  }
  return true;
}

bool CollectOne(EquationScope& scope, const syntax::Equation& equation) {
  switch (equation.kind) {
    case EquationKind::kConnect:
      return CollectConnect(scope, equation);
    case EquationKind::kCall:
      return CollectGraphStatement(scope, equation);
    case EquationKind::kFor:
      return ForEachIteration(scope, equation,
                              [&] { return Collect(scope, scope.tree().List(equation.body)); });
    case EquationKind::kIf:
      return CollectIf(scope, equation);
    default:
      return true;  // a when-equation: nothing about connections may stand there, which is told elsewhere
  }
}

bool Collect(EquationScope& scope, std::span<const syntax::Equation> equations) {
  bool all_ok = true;
  for (const syntax::Equation& equation : equations) {
    if (FindStatement(scope.tree(), {&equation, 1}) == nullptr) continue;
    const bool ok = CollectOne(scope, equation);
    if (!ok) scope.context.reporter.GiveUp(scope.tree().SpanOf(equation));
    all_ok = all_ok && ok;
  }
  return all_ok;
}

// Looked through once for each class.
bool HasStatements(Context& context, library::ClassId cls) {
  const auto [at, is_new] = context.connections.has_statements.try_emplace(cls.value, false);
  if (!is_new) return at->second;
  const syntax::Tree& tree = context.envs.store().tree(cls);
  for (const syntax::Section& section : tree.List(context.envs.store().definition(cls).sections)) {
    if (section.kind == syntax::SectionKind::kEquation &&
        FindStatement(tree, tree.List(section.equations)) != nullptr)
      at->second = true;
  }
  return at->second;
}

void CollectInstance(Context& context, NodeId node) {
  const scope::EnvId env = context.tree[node].env;
  const std::size_t count = context.envs[env].parts.size();
  for (std::uint32_t part = 0; part < count; ++part) {
    const library::ClassId cls = context.envs[env].parts[part].cls;
    if (!HasStatements(context, cls)) continue;
    const syntax::Tree& tree = context.envs.store().tree(cls);
    EquationScope scope{context, {tree, node, {env, part}}};
    for (const syntax::Section& section : tree.List(context.envs.store().definition(cls).sections)) {
      if (section.kind == syntax::SectionKind::kEquation) Collect(scope, tree.List(section.equations));
    }
  }
}

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
  for (std::size_t i = 0; i < left->ends.size(); ++i) {
    statement.connectors.push_back({left->ends[i], right->ends[i]});
    if (!PairConnectors(scope.context, statement, left->ends[i], right->ends[i])) return false;
  }
  scope.context.connections.statements.push_back(std::move(statement));
  return true;
}

void RefuseConnections(Context& context, const syntax::Tree& tree,
                       std::span<const syntax::Equation> equations) {
  if (const syntax::Equation* found = FindStatement(tree, equations)) {
    context.reporter.Report(Error(Code::kBadConnection, tree.SpanOf(*found),
                                  "statements about connections cannot stand among initial equations"));
  }
}

void CollectConnections(Context& context, NodeId root) {
  VisitNodes(context, root, [&](NodeId node) { CollectInstance(context, node); });
}

}  // namespace daedalus::semantics

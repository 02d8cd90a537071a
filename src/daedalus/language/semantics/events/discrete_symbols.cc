#include "daedalus/language/semantics/events/discrete_symbols.h"

#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/semantics/events/clocked_unknowns.h"
#include "daedalus/language/semantics/for_equation.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/named_child.h"
#include "daedalus/language/semantics/lower_equation.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::semantics {
namespace {

using syntax::EquationKind;
using syntax::ExpressionKind;
using syntax::StatementKind;

// A chain of declarations, each of which depends on the next, is followed by recursion.
constexpr int kMaxDecisions = 500;

bool DependsOnParametersAlone(Context& context, const Symbol& symbol) {
  const Binding binding = BindingOf(context, symbol);
  TextScope text = TextScopeOf(context, binding);
  Lowering l{context, text, {Mode::kProbe, Variability::kContinuous, "a value"}};
  const Value value = LowerLayered(l, binding);
  return !value.IsError() && value.variability <= Variability::kParameter;
}

// ---- Targets of when-clauses ----

bool HasWhen(const syntax::Tree& tree, std::span<const syntax::Equation> equations) {
  for (const syntax::Equation& equation : equations) {
    if (equation.kind == EquationKind::kWhen || HasWhen(tree, tree.List(equation.body))) return true;
    for (const syntax::EquationBranch& branch : tree.List(equation.branches)) {
      if (HasWhen(tree, tree.List(branch.body))) return true;
    }
  }
  return false;
}

bool HasWhen(const syntax::Tree& tree, std::span<const syntax::Statement> statements) {
  for (const syntax::Statement& statement : statements) {
    if (statement.kind == StatementKind::kWhen || HasWhen(tree, tree.List(statement.body))) return true;
    for (const syntax::StatementBranch& branch : tree.List(statement.branches)) {
      if (HasWhen(tree, tree.List(branch.body))) return true;
    }
  }
  return false;
}

// `pre(v)`: the name v. Invalid: it is something else.
syntax::ExpressionId ArgumentOfPre(const syntax::Tree& tree, syntax::ExpressionId id) {
  if (!id.IsValid() || tree[id].kind != ExpressionKind::kCall) return {};
  const syntax::Call& call = tree.CallOf(tree[id]);
  const auto arguments = tree.List(call.arguments);
  return tree.DottedName(call.function) == "pre" && arguments.size() == 1 ? arguments[0].value
                                                                          : syntax::ExpressionId();
}

class Marker {
 public:
  explicit Marker(Context& context) : context_(context) {}

  void Visit(NodeId node) {
    const scope::EnvId env = context_.tree[node].env;
    for (std::uint32_t part = 0; part < context_.envs[env].parts.size(); ++part) {
      const library::ClassId cls = context_.envs[env].parts[part].cls;
      VisitInitialEquations(node, part, cls);
      if (!HasWhens(cls)) continue;
      const syntax::Tree& tree = context_.envs.store().tree(cls);
      EquationScope scope{context_, {tree, node, {env, part}}};
      for (const syntax::Section& section : tree.List(context_.envs.store().definition(cls).sections)) {
        if (section.kind == syntax::SectionKind::kEquation)
          MarkEquations(scope, tree.List(section.equations));
        if (section.kind == syntax::SectionKind::kAlgorithm)
          MarkStatements(scope, tree.List(section.statements), false);
      }
    }
  }

 private:
  // `pre(v) = ...` at the start makes v a variable, whatever its declaration gives it: at the start it
  // changes.
  void VisitInitialEquations(NodeId node, std::uint32_t part, library::ClassId cls) {
    const syntax::Tree& tree = context_.envs.store().tree(cls);
    for (const syntax::Section& section : tree.List(context_.envs.store().definition(cls).sections)) {
      if (section.kind != syntax::SectionKind::kInitialEquation) continue;
      EquationScope scope{context_, {tree, node, {context_.tree[node].env, part}}};
      MarkPre(scope, tree.List(section.equations));
    }
  }

  void MarkPre(EquationScope& scope, std::span<const syntax::Equation> equations) {
    for (const syntax::Equation& equation : equations) {
      for (const syntax::ExpressionId side : {equation.left, equation.right}) {
        const syntax::ExpressionId variable = ArgumentOfPre(scope.tree(), side);
        const SymbolId symbol = variable.IsValid() ? SymbolNamedBy(scope, variable) : SymbolId();
        if (symbol.IsValid()) context_.tree[symbol].is_undecided = false;
      }
      MarkPre(scope, scope.tree().List(equation.body));
      for (const syntax::EquationBranch& branch : scope.tree().List(equation.branches))
        MarkPre(scope, scope.tree().List(branch.body));
    }
  }

  SymbolId SymbolNamedBy(EquationScope& scope, syntax::ExpressionId id) {
    if (scope.tree()[id].kind != ExpressionKind::kReference) return {};
    Lowering l = scope.MakeLowering();
    return SubscriptedSymbol(l, scope.tree().ReferenceIdOf(scope.tree()[id]));
  }

  // Looked through once for each class.
  bool HasWhens(library::ClassId cls) {
    const auto [at, is_new] = context_.events.has_whens.try_emplace(cls.value, false);
    if (!is_new) return at->second;
    const syntax::Tree& tree = context_.envs.store().tree(cls);
    for (const syntax::Section& section : tree.List(context_.envs.store().definition(cls).sections)) {
      at->second = at->second || HasWhen(tree, tree.List(section.equations)) ||
                   HasWhen(tree, tree.List(section.statements));
    }
    return at->second;
  }

  bool MarkEquations(EquationScope& scope, std::span<const syntax::Equation> equations) {
    for (const syntax::Equation& equation : equations) {
      if (!HasWhen(scope.tree(), {&equation, 1})) continue;
      if (equation.kind == EquationKind::kFor) {
        ForEachIteration(scope, equation,
                         [&] { return MarkEquations(scope, scope.tree().List(equation.body)); });
      } else if (equation.kind == EquationKind::kIf) {
        MarkIf(scope, equation);
      } else if (!IsClocked(scope, equation)) {
        for (const syntax::EquationBranch& branch : scope.tree().List(equation.branches))
          MarkTargets(scope, scope.tree().List(branch.body));
      }
    }
    return true;
  }

  // The branch that is taken. A when-clause cannot be inside conditions that vary; this is reported later.
  void MarkIf(EquationScope& scope, const syntax::Equation& equation) {
    for (const syntax::EquationBranch& branch : scope.tree().List(equation.branches)) {
      if (branch.condition.IsValid()) {
        Lowering l{context_, scope.text, {Mode::kProbe, Variability::kContinuous, "a condition"}};
        const Value condition = Lower(l, branch.condition);
        if (condition.IsError() || (condition.scalar.IsConstant() && condition.scalar.number == 0.0))
          continue;
      }
      MarkEquations(scope, scope.tree().List(branch.body));
      return;
    }
  }

  // A clock defines when its equations are active, and nothing about their variables.
  bool IsClocked(EquationScope& scope, const syntax::Equation& equation) {
    Lowering l{context_, scope.text, {Mode::kProbe, Variability::kContinuous, "a condition"}};
    return IsClock(l, scope.tree().List(equation.branches)[0].condition);
  }

  // Marks the variables to which the equations of a when-clause assign.
  void MarkTargets(EquationScope& scope, std::span<const syntax::Equation> equations) {
    for (const syntax::Equation& equation : equations) {
      if (equation.kind == EquationKind::kEquality) MarkTarget(scope, equation.left);
      MarkTargets(scope, scope.tree().List(equation.body));
      for (const syntax::EquationBranch& branch : scope.tree().List(equation.branches))
        MarkTargets(scope, scope.tree().List(branch.body));
    }
  }

  void MarkStatements(EquationScope& scope, std::span<const syntax::Statement> statements, bool is_in_when) {
    for (const syntax::Statement& statement : statements) {
      const bool is_assignment =
          statement.kind == StatementKind::kAssignment || statement.kind == StatementKind::kMultiple;
      if (is_in_when && is_assignment) MarkTarget(scope, statement.target);
      MarkStatements(scope, scope.tree().List(statement.body), is_in_when);
      for (const syntax::StatementBranch& branch : scope.tree().List(statement.branches)) {
        MarkStatements(scope, scope.tree().List(branch.body),
                       is_in_when || statement.kind == StatementKind::kWhen);
      }
    }
  }

  void MarkTarget(EquationScope& scope, syntax::ExpressionId id) {
    if (!id.IsValid()) return;
    const syntax::Expression& e = scope.tree()[id];
    if (e.kind == ExpressionKind::kTuple || e.kind == ExpressionKind::kArray) {
      for (const syntax::ExpressionId element : scope.tree().Elements(e)) MarkTarget(scope, element);
    }
    if (e.kind != ExpressionKind::kReference) return;
    Lowering l = scope.MakeLowering();
    const syntax::ReferenceId reference = scope.tree().ReferenceIdOf(e);
    const Meaning meaning = Resolve(l, reference);
    if (meaning.kind != Meaning::Kind::kComponent) return;
    const NodeId node = FindInstance(context_, scope.text.node, meaning.env);
    const auto parts = scope.tree().List(scope.tree()[reference].parts);
    RefuseOfComponent(NamedChild(context_, node, meaning.index), parts.subspan(meaning.num_parts),
                      scope.tree().SpanOf(e));
    MarkChild(NamedChild(context_, node, meaning.index), parts.subspan(meaning.num_parts));
  }

  // A when-clause determines variables of its own class; in a component they would be one equation too many
  // (section 4.4.4).
  void RefuseOfComponent(Child child, std::span<const syntax::ReferencePart> names, Span span) {
    for (; !names.empty() && child.kind == Child::Kind::kNode; names = names.subspan(1)) {
      NodeId node = child.node();
      while (context_.tree[node].is_array && !context_.tree[node].elements.empty())
        node = context_.tree[node].elements[0];
      const syntax::ClassKind kind = context_.envs.KindOf(context_.tree[node].env);
      if (scope::IsModelKind(kind)) {
        context_.reporter.Report(
            Error(Code::kBadEquation, span,
                  "a when-clause gives a value to a variable of a component that is a {}",
                  syntax::TextOf(kind))
                .With(context_.envs.SpanOf(context_.tree[node].env), "the class of the component")
                .Hint("write the when-clause in that class, or connect a variable of this one to it"));
        return;
      }
      const auto next = context_.tree[node].is_array ? std::nullopt : ChildOf(context_, node, names[0].name);
      if (!next) return;
      child = *next;
    }
  }

  // Everything below that the names lead to, whatever the subscripts.
  void MarkChild(Child child, std::span<const syntax::ReferencePart> names) {
    if (child.kind == Child::Kind::kSymbol) MarkSymbol(child.symbol());
    if (child.kind == Child::Kind::kNode) MarkNode(child.node(), names);
  }
  void MarkNode(NodeId node, std::span<const syntax::ReferencePart> names) {
    for (std::size_t i = 0; i < context_.tree[node].elements.size(); ++i)
      MarkNode(context_.tree[node].elements[i], names);
    if (context_.tree[node].is_array) return;
    if (names.empty()) return VisitSymbols(context_, node, [&](SymbolId id) { MarkSymbol(id); });
    if (const auto child = ChildOf(context_, node, names[0].name)) MarkChild(*child, names.subspan(1));
  }
  void MarkSymbol(SymbolId id) {
    Symbol& symbol = context_.tree[id];
    if (!symbol.IsVariable()) return;
    symbol.is_assigned_in_when = true;
    symbol.is_undecided = false;
    BecomeDiscrete(symbol);
  }

  Context& context_;
};

}  // namespace

void BecomeDiscrete(Symbol& symbol) {
  symbol.role = Role::kDiscrete;
  symbol.variability = Variability::kDiscrete;
}

void DecideVariability(Context& context, SymbolId id) {
  Symbol& symbol = context.tree[id];
  if (!symbol.is_undecided || context.events.decision_depth > kMaxDecisions) return;
  symbol.is_undecided = false;  // who asks on the way has found a cycle, and a variable
  ++context.events.decision_depth;
  // An external object is made once, before the run, whatever its constructor reads (section 12.9.7).
  const bool never_changes =
      symbol.type == BaseType::kExternalObject || DependsOnParametersAlone(context, symbol);
  --context.events.decision_depth;
  if (!never_changes) return;
  symbol.variability = Variability::kParameter;
  symbol.is_final = symbol.is_unchanging = true;
  symbol.role = HasValueType(symbol.type) ? Role::kParameter : Role::kEvaluated;
}

void MarkWhenTargets(Context& context, NodeId root) {
  Marker marker(context);
  VisitNodes(context, root, [&](NodeId node) { marker.Visit(node); });
}

}  // namespace daedalus::semantics

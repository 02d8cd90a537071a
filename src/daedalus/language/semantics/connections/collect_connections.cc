#include "daedalus/language/semantics/connections/collect_connections.h"

#include "daedalus/language/scope/deselection.h"
#include "daedalus/language/semantics/connections/bus_sides.h"
#include "daedalus/language/semantics/connections/connection_ends.h"
#include "daedalus/language/semantics/connections/expand_buses.h"
#include "daedalus/language/semantics/connections/overconstrained.h"
#include "daedalus/language/semantics/connections/pair_connectors.h"
#include "daedalus/language/semantics/for_equation.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/named_child.h"
#include "daedalus/language/semantics/machines/state_statements.h"

namespace daedalus::semantics {
namespace {

using syntax::EquationKind;

// Recognises Connections.root(a) and the like by their text; the meaning of the name is found later.
bool LooksLikeGraphStatement(const syntax::Tree& tree, const syntax::Equation& equation) {
  const syntax::Expression& e = tree[equation.left];
  if (e.kind != syntax::ExpressionKind::kCall) return false;
  const auto parts = tree.List(tree[tree.CallOf(e).function].parts);
  return parts.size() == 2 && tree.Text(parts[0].name) == "Connections";
}

// The same for transition(a, b, c) and initialState(a), since outputs of states share connections
// (section 17.3.6).
bool LooksLikeStateStatement(const syntax::Tree& tree, const syntax::Equation& equation) {
  const syntax::Expression& e = tree[equation.left];
  if (e.kind != syntax::ExpressionKind::kCall) return false;
  const std::string name = tree.DottedName(tree.CallOf(e).function);
  return name == "transition" || name == "initialState";
}

bool IsStatement(const syntax::Tree& tree, const syntax::Equation& equation) {
  if (equation.kind == EquationKind::kConnect) return true;
  return equation.kind == EquationKind::kCall &&
         (LooksLikeGraphStatement(tree, equation) || LooksLikeStateStatement(tree, equation));
}

// The first statement about connections or states; null: there is none, and the equations need not be
// searched.
const syntax::Equation* FindStatement(const syntax::Tree& tree, std::span<const syntax::Equation> equations) {
  for (const syntax::Equation& equation : equations) {
    const syntax::Equation* found = nullptr;
    if (IsStatement(tree, equation)) return &equation;
    if (equation.kind == EquationKind::kFor) found = FindStatement(tree, tree.List(equation.body));
    if (equation.kind == EquationKind::kIf || equation.kind == EquationKind::kWhen) {
      for (const syntax::EquationBranch& branch : tree.List(equation.branches))
        found = found != nullptr ? found : FindStatement(tree, tree.List(branch.body));
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

// Each class is searched once.
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

// True if the extends clause that inherits it deselects it.
bool IsDeselected(const EquationScope& scope, const syntax::Equation& equation) {
  const scope::Scope& text = scope.text.scope;
  if (!text.env.IsValid() || text.part == 0) return false;
  return scope::IsDeselected(scope.context.envs[text.env].parts, text.part, scope.tree(), equation);
}

bool IsAboutBus(Lowering& l, const syntax::Equation& equation) {
  for (const syntax::ExpressionId id : {equation.left, equation.right}) {
    const auto side = FindBusSide(l, id);
    if (side && side->has_bus) return true;
  }
  return false;
}

// True if the end belongs to a component whose condition is false, judged by its names alone.
bool IsDisabledEnd(Lowering& l, syntax::ExpressionId id) {
  const syntax::Expression& e = l.tree()[id];
  if (e.kind != syntax::ExpressionKind::kReference) return false;
  const Meaning meaning = Resolve(l, l.tree().ReferenceIdOf(e));
  if (meaning.kind != Meaning::Kind::kComponent || meaning.env != l.context.tree[l.scope.node].env)
    return false;
  auto names = l.tree().List(l.tree()[l.tree().ReferenceIdOf(e)].parts).subspan(meaning.num_parts);
  Child child = NamedChild(l.context, l.scope.node, meaning.index);
  for (; child.kind == Child::Kind::kNode && !names.empty(); names = names.subspan(1)) {
    NodeId node = child.node();
    while (l.context.tree[node].is_array && !l.context.tree[node].elements.empty())
      node = l.context.tree[node].elements[0];
    const auto next = l.context.tree[node].is_array ? std::nullopt : ChildOf(l.context, node, names[0].name);
    if (!next) return false;
    child = *next;
  }
  return child.kind == Child::Kind::kDisabled;
}

// ---- The statements of all instances ----

class Collector {
 public:
  explicit Collector(Context& context) : context_(context) {}

  void Run(NodeId root) {
    VisitNodes(context_, root, [&](NodeId id) { has_buses_ |= IsBus(context_, context_.tree[id].env); });
    VisitNodes(context_, root, [&](NodeId id) { CollectInstance(id); });
    if (!has_buses_ || context_.reporter.HasErrors()) return;
    ExpandBuses(context_, root, bus_statements_);
    if (context_.reporter.HasErrors()) return;
    for (auto& [scope, equation] : postponed_)
      GiveUpUnless(CollectConnect(scope, *equation), scope, *equation);
  }

 private:
  static void GiveUpUnless(bool ok, const EquationScope& scope, const syntax::Equation& equation) {
    if (!ok) scope.context.reporter.GiveUp(scope.tree().SpanOf(equation));
  }

  void CollectInstance(NodeId node) {
    const scope::EnvId env = context_.tree[node].env;
    const std::size_t count = context_.envs[env].parts.size();
    for (std::uint32_t part = 0; part < count; ++part) {
      const library::ClassId cls = context_.envs[env].parts[part].cls;
      if (!HasStatements(context_, cls)) continue;
      const syntax::Tree& tree = context_.envs.store().tree(cls);
      EquationScope scope{context_, {tree, node, {env, part}}};
      for (const syntax::Section& section : tree.List(context_.envs.store().definition(cls).sections)) {
        if (section.kind == syntax::SectionKind::kEquation) Collect(scope, tree.List(section.equations));
      }
    }
  }

  bool Collect(EquationScope& scope, std::span<const syntax::Equation> equations) {
    bool all_ok = true;
    for (const syntax::Equation& equation : equations) {
      if (FindStatement(scope.tree(), {&equation, 1}) == nullptr) continue;
      const bool ok = CollectOne(scope, equation);
      GiveUpUnless(ok, scope, equation);
      all_ok = all_ok && ok;
    }
    return all_ok;
  }

  bool CollectOne(EquationScope& scope, const syntax::Equation& equation) {
    switch (equation.kind) {
      case EquationKind::kConnect:
        return has_buses_ ? CollectOrPostpone(scope, equation) : CollectConnect(scope, equation);
      case EquationKind::kCall:
        return LooksLikeStateStatement(scope.tree(), equation) ? CollectStates(scope, equation)
                                                               : CollectGraphStatement(scope, equation);
      case EquationKind::kFor:
        return ForEachIteration(scope, equation,
                                [&] { return Collect(scope, scope.tree().List(equation.body)); });
      case EquationKind::kIf:
        return CollectIf(scope, equation);
      default:
        return true;  // a when-equation: statements about connections in it are reported elsewhere
    }
  }

  // The branch that is taken.
  bool CollectIf(EquationScope& scope, const syntax::Equation& equation) {
    for (const syntax::EquationBranch& branch : scope.tree().List(equation.branches)) {
      if (branch.condition.IsValid()) {
        const syntax::Equation* const first = FindStatement(scope.tree(), {&equation, 1});
        const bool is_state =
            first->kind == EquationKind::kCall && LooksLikeStateStatement(scope.tree(), *first);
        Lowering l = scope.MakeStructural(is_state ? "the condition around a transition"
                                                   : "the condition around a connection");
        const Value condition = LowerStructural(l, branch.condition, l.purpose.what);
        if (!IsCondition(l, condition, branch.condition)) return false;
        if (condition.scalar.number == 0.0) continue;
      }
      return Collect(scope, scope.tree().List(branch.body));
    }
    return true;
  }

  // The members of a bus are known only when all statements about buses are, so these are collected again
  // afterwards.
  bool CollectOrPostpone(EquationScope& scope, const syntax::Equation& equation) {
    if (IsDeselected(scope, equation)) return true;
    Lowering l = scope.MakeLowering();
    auto left = FindBusSide(l, equation.left), right = FindBusSide(l, equation.right);
    if (!left || !right) return false;
    if (left->is_disabled || right->is_disabled) return true;
    if (!left->has_bus && !right->has_bus) return CollectConnect(scope, equation);
    if (!left->has_bus && !AddConnectors(l, equation.left, *right, *left)) return false;
    if (!right->has_bus && !AddConnectors(l, equation.right, *left, *right)) return false;
    const Span span = l.tree().SpanOf(equation);
    const bool has_items = left->entered.empty() && right->entered.empty();
    if (has_items && left->items.size() != right->items.size()) {
      l.Error(Code::kBadConnection, span, "the left side has {} elements, the right side {}",
              left->items.size(), right->items.size());
      return false;
    }
    bus_statements_.push_back({std::move(*left), std::move(*right), span});
    postponed_.push_back({scope, &equation});
    return true;
  }

  // Ordinary connectors, as a whole or element by element, like the side of the bus.
  static bool AddConnectors(Lowering& l, syntax::ExpressionId id, const BusSide& bus, BusSide& out) {
    auto found = FindConnectionEnds(l, id);
    if (!found) return false;
    out.is_disabled = found->is_disabled;
    if (bus.items.empty() || found->is_disabled) return true;
    if (bus.items.size() == 1 && (bus.is_whole || found->ends.size() != 1 || found->dims.empty())) {
      out.items.push_back({.connectors = std::move(*found)});
      return true;
    }
    for (const ConnectionEnd& end : found->ends) {
      ConnectionEnds one;
      one.ends.push_back(end);
      out.items.push_back({.connectors = std::move(one)});
    }
    return true;
  }

  Context& context_;
  bool has_buses_ = false;
  std::vector<BusStatement> bus_statements_;
  std::vector<std::pair<EquationScope, const syntax::Equation*>> postponed_;
};

}  // namespace

bool CollectConnect(EquationScope& scope, const syntax::Equation& equation) {
  if (IsDeselected(scope, equation)) return true;
  Lowering l = scope.MakeLowering();
  l.purpose.is_by_declaration = true;                           // of subscripts (section 9.1)
  if (scope.IsCheck() && IsAboutBus(l, equation)) return true;  // its members are not known
  // It has no meaning, whatever the other side is.
  if (!scope.IsCheck() && (IsDisabledEnd(l, equation.left) || IsDisabledEnd(l, equation.right))) return true;
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
  const syntax::Equation* const found = FindStatement(tree, equations);
  const bool is_state =
      found != nullptr && found->kind == EquationKind::kCall && LooksLikeStateStatement(tree, *found);
  if (found != nullptr && !is_state) {  // those of states have their own message
    context.reporter.Report(Error(Code::kBadConnection, tree.SpanOf(*found),
                                  "statements about connections are not allowed among initial equations"));
  }
}

void CollectConnections(Context& context, NodeId root) {
  Collector(context).Run(root);
}

}  // namespace daedalus::semantics

#include "daedalus/language/semantics/lower_equation.h"

#include <algorithm>

#include "daedalus/language/semantics/connections/collect_connections.h"
#include "daedalus/language/semantics/connections/overconstrained.h"
#include "daedalus/language/semantics/equate.h"
#include "daedalus/language/semantics/events/acting_equation.h"
#include "daedalus/language/semantics/events/lower_algorithm.h"
#include "daedalus/language/semantics/events/when_equation.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/for_equation.h"
#include "daedalus/language/semantics/functions/call_class.h"
#include "daedalus/language/semantics/if_equation.h"
#include "daedalus/language/semantics/invariant_annotation.h"
#include "daedalus/language/semantics/lower_assert.h"
#include "daedalus/language/semantics/machines/state_statements.h"

namespace daedalus::semantics {
namespace {

using syntax::EquationKind;

// The functions below return false after a reported mistake.

// (a, , b) = f(x)
bool LowerTuple(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  Lowering l = scope.MakeLowering();
  const auto targets = scope.tree().Elements(scope.tree()[equation.left]);
  const auto results = CallForSome(l, equation.right, targets);
  bool ok = results.has_value();
  const bool has_reals =
      results && std::ranges::any_of(*results, [](const Value& v) { return v.type == BaseType::kReal; });
  const Span span = scope.tree().SpanOf(equation);
  for (std::size_t i = 0; results && i < targets.size(); ++i) {
    if (!targets[i].IsValid()) continue;
    const Value left = Lower(l, targets[i]), &right = (*results)[i];
    ok = !left.IsError() &&
         (has_reals ? EquateResult(l, left, right, span, out) : Equate(l, left, right, span, out)) && ok;
  }
  return ok;
}

bool LowerPlainEquality(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  if (scope.tree()[equation.left].kind == syntax::ExpressionKind::kTuple)
    return LowerTuple(scope, equation, out);
  Lowering l = scope.MakeLowering();
  const Value left = Lower(l, equation.left), right = Lower(l, equation.right);
  if (left.IsError() || right.IsError()) return false;
  return Equate(l, left, right, scope.tree().SpanOf(equation), out);
}

bool LowerEquality(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  if (!HasMark(scope.tree(), equation)) return LowerPlainEquality(scope, equation, out);
  FlatEquations own;
  return LowerPlainEquality(scope, equation, own) && AddAsMarked(scope, equation, std::move(own), out);
}

// ---- assert, terminate ----

bool AddAssertion(EquationScope& scope, const syntax::Equation& equation, const Builtin& function,
                  FlatEquations& out) {
  Lowering l = scope.MakeLowering();
  auto assertion = LowerAssert(l, function, scope.tree()[equation.left]);
  if (!assertion) return false;
  if (scope.IsCheck()) return true;
  assertion->origin = scope.context.system.origins.Add({scope.tree().SpanOf(equation), scope.Instance()});
  out.assertions.push_back(std::move(*assertion));
  return true;
}

bool AddTermination(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  Lowering l = scope.MakeLowering();
  auto message = LowerTerminate(l, scope.tree()[equation.left]);
  if (!message) return false;
  if (scope.IsCheck()) return true;
  System& system = scope.context.system;
  out.terminations.push_back({system.graph.Constant(1.0), std::move(*message),
                              system.origins.Add({scope.tree().SpanOf(equation), scope.Instance()})});
  return true;
}

bool RefuseInWhen(EquationScope& scope, const syntax::Equation& equation) {
  scope.context.reporter.Report(Error(Code::kBadConnection, scope.tree().SpanOf(equation),
                                      "connections always hold, so they are not allowed in a when-equation"));
  return false;
}

bool LowerCallEquation(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  const syntax::Expression& e = scope.tree()[equation.left];
  if (e.kind == syntax::ExpressionKind::kCall) {
    Lowering l = scope.MakeLowering();
    const Meaning function = ResolveFunction(l, scope.tree().CallOf(e).function);
    const bool is_builtin = function.kind == Meaning::Kind::kBuiltin;
    const std::string_view name = is_builtin ? Builtins()[function.index].name : std::string_view();
    if (name == "assert") return AddAssertion(scope, equation, Builtins()[function.index], out);
    if (name == "terminate") return AddTermination(scope, equation, out);
    if (name == "reinit") return LowerReinit(scope, equation, out);
    // Called for its effects, not for its results.
    if (function.kind == Meaning::Kind::kClass) return CallForAll(l, e).has_value();
    if (IsStateStatement(function)) return LowerStateStatement(scope, equation);
    if (IsGraphStatement(function) && scope.place == Place::kWhen) return RefuseInWhen(scope, equation);
    if (IsGraphStatement(function)) return !scope.IsCheck() || CollectGraphStatement(scope, equation);
  }
  Lowering l = scope.MakeLowering();
  if (Lower(l, equation.left).IsError()) return false;
  l.Error(Code::kBadEquation, scope.tree().SpanOf(equation), "a value alone is not an equation");
  return false;
}

// Marks the keyword of a section, since the whole section would be too much.
Span SectionWord(const syntax::Tree& tree, const syntax::Section& section) {
  constexpr std::string_view kWord = "algorithm";
  const std::size_t at = tree.Text(section.place).find(kWord);
  Span span = tree.SpanOf(section);
  if (at != std::string_view::npos) span.end = span.begin + static_cast<std::uint32_t>(at + kWord.size());
  return span;
}

// A base class that is inherited twice.
bool IsInheritedAgain(const Context& context, scope::EnvId env, std::uint32_t part) {
  const auto& parts = context.envs[env].parts;
  for (std::uint32_t p = 1; p < part; ++p) {
    if (parts[p].cls == parts[part].cls && parts[p].found == parts[part].found) return true;
  }
  return false;
}

// Its equations exist already and are left out (section 7.1, which requires a warning).
void WarnOfTwoWays(Context& context, scope::EnvId env, library::ClassId cls) {
  const syntax::ClassDefinition& definition = context.envs.store().definition(cls);
  context.reporter.Report(Warning(Code::kConflictingElements, context.envs.SpanOf(env),
                                  "the equations of `{}` are inherited along two paths, and count once",
                                  context.envs.store().FullName(cls))
                              .With(context.envs.store().tree(cls).SpanOf(definition.name), "declared here"));
}

}  // namespace

void LowerEquations(EquationScope& scope, std::span<const syntax::Equation> equations, FlatEquations& out) {
  // Assertions of functions hold during the run. Those in an equation that holds only at the start or at
  // events do not.
  const bool is_wanted = !scope.IsCheck() && scope.place == Place::kEquation;
  const CollectAssertions collect(scope.context.functions, is_wanted ? &out.assertions : nullptr);
  const CollectEffects collect_effects(scope.context.functions, scope.IsCheck() ? nullptr : &out.effects);
  for (const syntax::Equation& equation : equations) {
    ActingEquation acting(scope.context, out);
    bool ok = false;
    switch (equation.kind) {
      case EquationKind::kInvalid:
        break;
      case EquationKind::kEquality:
        ok = LowerEquality(scope, equation, out);
        break;
      case EquationKind::kCall:
        ok = LowerCallEquation(scope, equation, out);
        break;
      case EquationKind::kFor:
        ok = ForEachIteration(scope, equation, [&] {
          LowerEquations(scope, scope.tree().List(equation.body), out);
          return !out.is_broken;
        });
        break;
      case EquationKind::kIf:
        ok = LowerIfEquation(scope, equation, out);
        break;
      case EquationKind::kConnect:
        // All statements were collected before (collect_connections.h).
        if (scope.place == Place::kWhen) {
          ok = RefuseInWhen(scope, equation);
        } else {
          ok = !scope.IsCheck() || CollectConnect(scope, equation);
        }
        break;
      case EquationKind::kWhen:
        ok = LowerWhenEquation(scope, equation, out);
        break;
    }
    if (!ok) scope.context.reporter.GiveUp(scope.tree().SpanOf(equation));
    out.is_broken = out.is_broken || !ok;
  }
}

void LowerSections(Context& context, NodeId node, std::uint32_t part) {
  const library::ClassId cls = context.envs[context.tree[node].env].parts[part].cls;
  const bool is_again = IsInheritedAgain(context, context.tree[node].env, part);
  const syntax::Tree& tree = context.envs.store().tree(cls);
  const syntax::ClassDefinition& definition = context.envs.store().definition(cls);
  EquationScope scope{context, {tree, node, {context.tree[node].env, part}}};
  for (const syntax::Section& section : tree.List(definition.sections)) {
    const bool is_of_equations = section.kind == syntax::SectionKind::kEquation ||
                                 section.kind == syntax::SectionKind::kInitialEquation;
    if (is_again && is_of_equations) {
      WarnOfTwoWays(context, context.tree[node].env, cls);
      continue;
    }
    FlatEquations flat;
    const bool is_initial = section.kind == syntax::SectionKind::kInitialEquation ||
                            section.kind == syntax::SectionKind::kInitialAlgorithm;
    scope.place = is_initial ? Place::kInitial : Place::kEquation;
    switch (section.kind) {
      case syntax::SectionKind::kInitialEquation:
        RefuseConnections(context, tree, tree.List(section.equations));
        LowerEquations(scope, tree.List(section.equations), flat);
        break;
      case syntax::SectionKind::kEquation:
        LowerEquations(scope, tree.List(section.equations), flat);
        break;
      case syntax::SectionKind::kAlgorithm:
      case syntax::SectionKind::kInitialAlgorithm:
        if (!LowerAlgorithm(scope, tree.List(section.statements), flat))
          context.reporter.GiveUp(SectionWord(tree, section));
        break;
      default:
        break;
    }
    if (is_initial) HoldToStart(context, flat.assertions);
    MoveInto(context.system, std::move(flat), is_initial);
  }
}

}  // namespace daedalus::semantics

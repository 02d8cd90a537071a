#include "daedalus/language/semantics/events/when_equation.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/events/clocked_when.h"
#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/events/when_condition.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::semantics {
namespace {

struct WhenBranch {
  ExprId active;
  FlatEquations flat;
};

// ---- Where it may stand ----

bool MayStand(EquationScope& scope, const syntax::Equation& equation) {
  std::string_view where;
  if (scope.place == Place::kWhen || scope.at_tick) where = "in another when-equation";
  if (scope.place == Place::kInitial) where = "among initial equations";
  if (scope.is_chosen_in_run) where = "in an if-equation whose condition varies";
  if (where.empty()) return true;
  scope.context.reporter.Report(
      Error(Code::kBadEquation, scope.tree().SpanOf(equation), "a when-equation is not allowed {}", where));
  return false;
}

// ---- What the branches say about a variable, together ----

struct Assigned {
  ExprId variable;
  OriginId origin;
  std::vector<ExprId> values;  // by branch; invalid: the branch does not assign it
};

// The assigned variables, in the order of their first equations.
std::vector<Assigned> CollectAssigned(std::span<const WhenBranch> branches) {
  std::vector<Assigned> out;
  std::unordered_map<ExprId, std::size_t> index;
  for (std::size_t b = 0; b < branches.size(); ++b) {
    for (const DiscreteEquation& equation : branches[b].flat.discretes) {
      const auto [at, is_new] = index.try_emplace(equation.left, out.size());
      if (is_new) out.push_back({equation.left, equation.origin, std::vector<ExprId>(branches.size())});
      out[at->second].values[b] = equation.right;
    }
  }
  return out;
}

// A variable that is assigned twice in one branch.
bool HasTwice(Context& c, const FlatEquations& flat) {
  std::unordered_map<ExprId, OriginId> seen;
  for (const DiscreteEquation& equation : flat.discretes) {
    const auto [at, is_new] = seen.try_emplace(equation.left, equation.origin);
    if (is_new) continue;
    const DiscreteId variable = DiscreteIn(c.system, equation.left);
    c.reporter.Report(Error(Code::kBadEquation, SpanOf(c.system, equation.origin), "`{}` gets a value twice",
                            c.system.names.Text(c.system.hybrid.discretes[variable].name))
                          .With(SpanOf(c.system, at->second), "the first time"));
    return true;
  }
  return false;
}

bool MergeAssigned(EquationScope& scope, const syntax::Equation& equation,
                   std::span<const WhenBranch> branches, FlatEquations& out) {
  Context& c = scope.context;
  bool ok = true;
  for (const Assigned& assigned : CollectAssigned(branches)) {
    const DiscreteId variable = DiscreteIn(c.system, assigned.variable);
    ok = TakeForWhen(c, variable, scope.tree().SpanOf(equation)) && ok;
    const ExprId before = PreOf(c, variable);
    ExprId value = before;
    for (std::size_t b = branches.size(); b-- > 0;) {
      const ExprId here = assigned.values[b].IsValid() ? assigned.values[b] : before;
      value = expr::Conditional(c.system.graph, branches[b].active, here, value);
    }
    out.discretes.push_back({assigned.variable, value, assigned.origin});
  }
  return ok;
}

// Reinits and the like, under the condition that their branch is active.
void MergeWhenActions(expr::Graph& g, std::span<WhenBranch> branches, FlatEquations& out) {
  ExprId earlier = g.Constant(0.0);
  for (WhenBranch& branch : branches) {
    const ExprId active = expr::And(g, branch.active, expr::Not(g, earlier));
    MoveActions(g, active, expr::Not(g, active), branch.flat, out);
    earlier = expr::Or(g, earlier, branch.active);
  }
}

// One state is set by one when-clause (section 8.3.6).
bool TakeReinits(Context& c, const FlatEquations& flat, std::size_t first, Span span) {
  std::set<VariableId> here;
  for (std::size_t i = first; i < flat.reinits.size(); ++i)
    here.insert(c.system.graph.variable(flat.reinits[i].variable));
  for (const VariableId variable : here) {
    const auto [at, is_new] = c.events.reinits.try_emplace(variable, span);
    if (is_new) continue;
    c.reporter.Report(
        Error(Code::kBadEquation, span, "two when-clauses set `{}` by `reinit`", NameOf(c.system, variable))
            .With(at->second, "the other one")
            .Hint("use one when-clause with `elsewhen`"));
    return false;
  }
  return true;
}

// The initial equations that `reinit` gives for one variable.
struct InitialReinit {
  std::vector<std::pair<ExprId, ExprId>> choices;  // conditions and values, the first that holds counts
  ExprId none;                                     // true if no condition so far holds
  OriginId origin;

  bool IsCertain(const expr::Graph& g) const { return g.IsConstant(none, 0.0); }
  ExprId Value(expr::Graph& g) const {
    ExprId value = choices.back().second;
    for (std::size_t i = choices.size() - 1; i-- > 0;)
      value = expr::Conditional(g, choices[i].first, choices[i].second, value);
    return value;
  }
};

std::map<ExprId, InitialReinit> ReadInitialReinits(expr::Graph& g, ExprId initial,
                                                   std::span<const Reinit> reinits) {
  const expr::Replacement at_start{initial, g.Constant(1.0)};
  std::map<ExprId, InitialReinit> out;
  for (const Reinit& reinit : reinits) {
    const ExprId active = expr::Substitute(g, reinit.active, {&at_start, 1});
    if (g.IsConstant(active, 0.0)) continue;
    InitialReinit& of =
        out.try_emplace(reinit.variable, InitialReinit{{}, g.Constant(1.0), reinit.origin}).first->second;
    of.choices.emplace_back(active, reinit.value);
    // The last branch of an if-equation has the negation of all earlier conditions.
    const bool is_rest = active == of.none || g.IsConstant(active, 1.0);
    of.none = is_rest ? g.Constant(0.0) : expr::And(g, of.none, expr::Not(g, active));
  }
  return out;
}

// In a clause that `initial()` activates, `reinit(x, value)` is the initial equation x = value (section 8.6).
// Later it is an ordinary reinit.
bool SplitInitialReinits(Context& c, std::vector<Reinit>& reinits, std::size_t first) {
  expr::Graph& g = c.system.graph;
  const ExprId initial = g.Held(InitialLeaf(c.system.hybrid));
  for (const auto& [variable, at_start] : ReadInitialReinits(g, initial, std::span(reinits).subspan(first))) {
    const Origin origin = c.system.origins[at_start.origin];
    if (!at_start.IsCertain(g)) {
      c.reporter.Report(
          Error(Code::kUnsupportedExpression, origin.span,
                "a condition decides at the start whether `{}` is set; this is not supported yet",
                NameOf(c.system, g.variable(variable)))
              .Hint("give it a value in the other branch too"));
      return false;
    }
    c.system.initial_equations.Add(
        MakeEquation(c.system, variable, at_start.Value(g), origin.span, origin.instance));
  }
  const expr::Replacement later{initial, g.Constant(0.0)};
  for (std::size_t i = first; i < reinits.size(); ++i)
    reinits[i].active =
        expr::And(g, expr::Not(g, initial), expr::Substitute(g, reinits[i].active, {&later, 1}));
  const auto is_never = [&](const Reinit& reinit) { return g.IsConstant(reinit.active, 0.0); };
  reinits.erase(std::remove_if(reinits.begin() + static_cast<std::ptrdiff_t>(first), reinits.end(), is_never),
                reinits.end());
  return true;
}

}  // namespace

bool TakeForWhen(Context& context, DiscreteId variable, Span span) {
  const auto [at, is_new] = context.events.whens.try_emplace(variable, span);
  if (is_new) return true;
  context.reporter.Report(Error(Code::kBadEquation, span, "two when-clauses assign to `{}`",
                                context.system.names.Text(context.system.hybrid.discretes[variable].name))
                              .With(at->second, "the other one")
                              .Note("which of them counts when both are active would not be defined")
                              .Hint("use one when-clause with `elsewhen`"));
  return false;
}

bool LowerWhenEquation(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  if (!MayStand(scope, equation)) return false;
  if (IsClockedWhen(scope, equation)) return LowerClockedWhen(scope, equation, out);
  std::vector<WhenBranch> branches;
  bool ok = true;
  for (const syntax::EquationBranch& source : scope.tree().List(equation.branches)) {
    Lowering l = scope.MakeLowering();
    const auto active = LowerWhenCondition(l, source.condition);
    WhenBranch branch;
    if (active && !scope.IsCheck()) branch.active = active->expr;
    const Place outer = std::exchange(scope.place, Place::kWhen);
    LowerEquations(scope, scope.tree().List(source.body), branch.flat);
    scope.place = outer;
    ok = ok && active && !branch.flat.is_broken && !HasTwice(scope.context, branch.flat);
    branches.push_back(std::move(branch));
  }
  if (!ok || scope.IsCheck()) return ok;
  ok = MergeAssigned(scope, equation, branches, out);
  const std::size_t num_reinits = out.reinits.size();
  MergeWhenActions(scope.context.system.graph, branches, out);
  ok = TakeReinits(scope.context, out, num_reinits, scope.tree().SpanOf(equation)) && ok;
  return ok && SplitInitialReinits(scope.context, out.reinits, num_reinits);
}

bool LowerReinit(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  Lowering l = scope.MakeLowering();
  const syntax::Expression& e = scope.tree()[equation.left];
  const Span span = scope.tree().SpanOf(equation);
  if (scope.place != Place::kWhen) {
    l.Error(Code::kBadEquation, span, "`reinit` is allowed only in when-equations");
    return false;
  }
  const auto arguments = ArrangeArguments(l, *FindBuiltin("reinit"), scope.tree().CallOf(e), span);
  if (!arguments) return false;
  const Value variable = Lower(l, (*arguments)[0]), value = Lower(l, (*arguments)[1]);
  if (variable.IsError() || value.IsError()) return false;
  if (variable.type != BaseType::kReal || !IsNumeric(value.type) ||
      !AreCompatible(variable.dims, value.dims)) {
    l.Error(Code::kTypeMismatch, span, "`reinit` gives a Real a value, but these are {} and {}",
            l.TypeText(variable), l.TypeText(value));
    return false;
  }
  if (scope.IsCheck()) return true;
  const OriginId origin = l.context.system.origins.Add({span, scope.Instance()});
  for (std::size_t i = 0; i < variable.size(); ++i) {
    const bool is_variable = variable[i].kind == Scalar::Kind::kExpression &&
                             l.graph().op(variable[i].expr) == expr::Op::kVariable &&
                             l.graph().derivative_order(variable[i].expr) == 0;
    if (!is_variable) {
      l.Error(Code::kBadEquation, l.SpanOf((*arguments)[0]), "only a state can be set by `reinit`");
      return false;
    }
    out.reinits.push_back({l.graph().Constant(1.0), variable[i].expr, ToExpr(l, value[i]), origin});
  }
  return true;
}

}  // namespace daedalus::semantics

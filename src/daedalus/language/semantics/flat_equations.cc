#include "daedalus/language/semantics/flat_equations.h"

#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/events/varying_values.h"
#include "daedalus/language/semantics/expressions/varying_fields.h"
#include "daedalus/language/semantics/instances/parameter_number.h"
#include "daedalus/system/print_system.h"

namespace daedalus::semantics {
namespace {

// The leaf below a sign or a `not`; e itself if there is none.
ExprId WithoutSign(const expr::Graph& g, ExprId e) {
  if (g.op(e) == expr::Op::kNot) return g.operand(e, 0);
  const expr::ScaledTerm term = expr::SplitCoefficient(g, e);
  return term.coefficient == -1.0 && term.factors.size() == 1 ? term.factors[0] : e;
}

DiscreteId Find(const System& system, ExprId e, bool or_pre) {
  const expr::Graph& g = system.graph;
  e = WithoutSign(g, e);
  if (g.op(e) != expr::Op::kHeld) return {};
  const Held& held = system.hybrid.held[g.held(e)];
  const bool is_found = held.kind == Held::Kind::kDiscrete || (or_pre && held.kind == Held::Kind::kPre);
  return is_found ? DiscreteId(held.of) : DiscreteId();
}

bool IsDiscrete(Context& c, Place place, const ScalarEquation& equation) {
  const System& system = c.system;
  const bool is_initial = place == Place::kInitial;
  const DiscreteId left = Find(system, equation.left, is_initial);
  const DiscreteId right = Find(system, equation.right, is_initial);
  if (equation.is_assignment) return left.IsValid();
  if (!left.IsValid() && !right.IsValid()) return false;
  const bool left_varies = VariesBetweenEvents(c, equation.left);
  const bool right_varies = VariesBetweenEvents(c, equation.right);
  if (!left_varies && !right_varies) return true;
  return is_initial && left.IsValid();
}

std::string TextOf(const System& system, const ScalarEquation& equation) {
  return EquationText(system, Equation{equation.left, equation.right, {}, {}, {}}, 120);
}

bool ReportUnsolvable(Context& c, const ScalarEquation& equation) {
  c.reporter.Report(Error(Code::kBadEquation, equation.span,
                          "no variable stands alone on a side of this equation: {}",
                          TextOf(c.system, equation))
                        .Note("an equation between values that are not Reals gives one variable its value "
                              "(section 8.3.1 of the "
                              "specification)"));
  return false;
}

// A variable that changes only at events cannot equal a value that varies between them. In an algorithm or a
// when-clause it takes the value at an instant.
bool ReportVarying(Context& c, const ScalarEquation& equation) {
  c.reporter.Report(Error(Code::kTooVariable, equation.span,
                          "one side changes at events only, the other one also between events: {}",
                          TextOf(c.system, equation))
                        .Note("both sides of such an equation change at events only (section 3.8 of the "
                              "specification)")
                        .Hint("a relation in `noEvent` or in a function makes no event"));
  return false;
}

// True for an equation between a discrete variable and a value that varies.
bool HasDiscreteSide(Context& c, const ScalarEquation& equation) {
  const System& system = c.system;
  return (Find(system, equation.left, false).IsValid() && VariesBetweenEvents(c, equation.right)) ||
         (Find(system, equation.right, false).IsValid() && VariesBetweenEvents(c, equation.left));
}

// A condition about a variable that never changes, `pre(v) = false` with `Boolean v = false`: nothing remains
// to be found.
bool HoldsByParameters(Context& c, Place place, const ScalarEquation& equation) {
  if (place != Place::kInitial) return false;
  const auto left = ParameterNumber(c, equation.left), right = ParameterNumber(c, equation.right);
  return left && right && *left == *right;
}

}  // namespace

void MoveActions(expr::Graph& graph, ExprId active, ExprId inactive, FlatEquations& branch,
                 FlatEquations& out) {
  for (Assertion& assertion : branch.assertions) {
    assertion.condition = expr::Or(graph, inactive, assertion.condition);
    out.assertions.push_back(std::move(assertion));
  }
  for (Reinit& reinit : branch.reinits) {
    reinit.active = expr::And(graph, active, reinit.active);
    out.reinits.push_back(reinit);
  }
  for (Termination& termination : branch.terminations) {
    termination.active = expr::And(graph, active, termination.active);
    out.terminations.push_back(std::move(termination));
  }
  for (Effect& effect : branch.effects) {
    effect.active = expr::And(graph, active, effect.active);
    out.effects.push_back(std::move(effect));
  }
}

DiscreteId DiscreteIn(const System& system, ExprId e) {
  return Find(system, e, false);
}

bool AddEquation(Context& c, Place place, const ScalarEquation& equation, FlatEquations& out) {
  const bool is_discrete = IsDiscrete(c, place, equation);
  if (TakeField(c, place, equation, out)) return true;
  if (!equation.is_real && !is_discrete) {
    if (HoldsByParameters(c, place, equation)) return true;
    return place == Place::kEquation && HasDiscreteSide(c, equation) ? ReportVarying(c, equation)
                                                                     : ReportUnsolvable(c, equation);
  }
  if (!equation.is_real && place == Place::kEquation && !equation.is_of_algorithm &&
      (VariesBetweenEvents(c, equation.left) || VariesBetweenEvents(c, equation.right)))
    return ReportVarying(c, equation);
  if (is_discrete && equation.is_of_algorithm && place == Place::kEquation &&
      ChangesBetweenEvents(c, equation.right))
    c.events.varying.push_back({equation.left, equation.right, equation.span});
  if (is_discrete) {
    const OriginId origin = c.system.origins.Add({equation.span, equation.instance});
    out.discretes.push_back({equation.left, equation.right, origin});
  } else {
    out.equations.push_back(
        MakeEquation(c.system, equation.left, equation.right, equation.span, equation.instance));
  }
  return true;
}

void MoveInto(System& system, FlatEquations flat, bool is_initial) {
  auto& equations = is_initial ? system.initial_equations : system.equations;
  for (Equation& equation : flat.equations) equations.Add(std::move(equation));
  Hybrid& hybrid = system.hybrid;
  auto& discretes = is_initial ? hybrid.initial_equations : hybrid.equations;
  discretes.insert(discretes.end(), flat.discretes.begin(), flat.discretes.end());
  for (Invariant& invariant : flat.invariants) system.invariants.push_back(std::move(invariant));
  for (Assertion& assertion : flat.assertions) system.assertions.push_back(std::move(assertion));
  for (const Reinit& reinit : flat.reinits) hybrid.reinits.push_back(reinit);
  for (Termination& termination : flat.terminations) hybrid.terminations.push_back(std::move(termination));
  hybrid.step_ends.insert(hybrid.step_ends.end(), flat.step_ends.begin(), flat.step_ends.end());
  for (Effect& effect : flat.effects) {
    if (is_initial)
      effect.active = expr::And(system.graph, system.graph.Held(InitialLeaf(hybrid)), effect.active);
    hybrid.effects.push_back(std::move(effect));
  }
}

}  // namespace daedalus::semantics

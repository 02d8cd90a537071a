#include "daedalus/language/semantics/events/clocked_when.h"

#include <iterator>
#include <utility>

#include "daedalus/language/semantics/events/acting_equation.h"
#include "daedalus/language/semantics/events/clocked_unknowns.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

template <class List>
void Append(List& to, List from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

bool IsClockedWhen(EquationScope& scope, const syntax::Equation& equation) {
  Lowering l = scope.MakeLowering();
  return IsClock(l, scope.tree().List(equation.branches)[0].condition);
}

bool LowerClockedWhen(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  const auto branches = scope.tree().List(equation.branches);
  Lowering l = scope.MakeLowering();
  if (branches.size() > 1) {
    l.Error(Code::kBadEquation, scope.tree().SpanOf(equation),
            "a when-clause with a clock has no `elsewhen`");
    return false;
  }
  const Value clock = Lower(l, branches[0].condition);
  FlatEquations body;
  scope.at_tick = true;
  LowerEquations(scope, scope.tree().List(branches[0].body), body);
  scope.at_tick = false;
  if (clock.IsError() || body.is_broken) return false;
  if (scope.IsCheck()) return true;
  const ExprId ticks = clock.scalar.expr;
  TieTo(l.context, ticks, body);
  for (Termination& termination : body.terminations)
    termination.active = expr::And(l.graph(), ticks, termination.active);
  Append(out.equations, std::move(body.equations));
  Append(out.discretes, std::move(body.discretes));
  Append(out.assertions, std::move(body.assertions));
  Append(out.terminations, std::move(body.terminations));
  Append(out.effects, std::move(body.effects));
  return true;
}

}  // namespace daedalus::semantics

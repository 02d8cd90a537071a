#include "daedalus/language/semantics/if_equation.h"

#include <algorithm>
#include <iterator>

#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/print_system.h"

namespace daedalus::semantics {
namespace {

struct IfBranch {
  ExprId condition;  // invalid for the last branch, which is taken if no other is
  FlatEquations flat;
};

// Lowered, with a condition of parameters evaluated; kError after a mistake.
Value LowerDecided(EquationScope& scope, syntax::ExpressionId id) {
  Lowering l = scope.MakeLowering();
  bool is_found_at_start = false;
  l.depends_on_free = &is_found_at_start;
  const auto condition = LowerCondition(l, id);
  l.depends_on_free = nullptr;
  if (!condition) return {};
  const bool is_decided_in_run = condition->variability > Variability::kParameter || is_found_at_start;
  if (is_decided_in_run || condition->scalar.IsConstant()) return *condition;
  return LowerStructural(l, id, "the condition of an if-equation");
}

// c1 ? v1 : c2 ? v2 : ... : vn
template <class ValueOf>
ExprId Merge(expr::Graph& g, std::span<const IfBranch> branches, ValueOf value_of) {
  ExprId result = value_of(branches.back());
  for (std::size_t i = branches.size() - 1; i-- > 0;) {
    result = expr::Conditional(g, branches[i].condition, value_of(branches[i]), result);
  }
  return result;
}

Equation MergeEquation(System& system, std::span<const IfBranch> branches, std::size_t k) {
  expr::Graph& g = system.graph;
  const Equation& first = branches[0].flat.equations[k];
  const Origin origin = system.origins[first.origin];
  const bool has_same_left = std::all_of(branches.begin(), branches.end(), [&](const IfBranch& b) {
    return b.flat.equations[k].left == first.left;
  });
  if (has_same_left) {
    const ExprId right = Merge(g, branches, [k](const IfBranch& b) { return b.flat.equations[k].right; });
    return MakeEquation(system, first.left, right, origin.span, origin.instance);
  }
  const ExprId residual = Merge(g, branches, [k](const IfBranch& b) { return b.flat.equations[k].residual; });
  return MakeEquation(system, g.Constant(0.0), residual, origin.span, origin.instance);
}

// The equation of the branch that determines the same variable; null: there is none.
const DiscreteEquation* FindLeft(const IfBranch& branch, ExprId left) {
  const auto& list = branch.flat.discretes;
  const auto at =
      std::find_if(list.begin(), list.end(), [&](const DiscreteEquation& e) { return e.left == left; });
  return at == list.end() ? nullptr : &*at;
}

// Discrete variables are determined by assignments, so their left sides are matched.
bool MergeDiscretes(Context& c, std::span<const IfBranch> branches, FlatEquations& out, Span span) {
  for (const IfBranch& from : branches) {
    for (const DiscreteEquation& equation : from.flat.discretes) {
      for (const IfBranch& branch : branches) {
        if (FindLeft(branch, equation.left) != nullptr) continue;
        c.reporter.Report(Error(Code::kIfEquationMismatch, span,
                                "`{}` gets a value in one branch of this if-equation, but not in each",
                                ExpressionText(c.system, equation.left))
                              .With(SpanOf(c.system, equation.origin), "here it gets one"));
        return false;
      }
    }
  }
  for (const DiscreteEquation& first : branches[0].flat.discretes) {
    const ExprId right =
        Merge(c.system.graph, branches, [&](const IfBranch& b) { return FindLeft(b, first.left)->right; });
    out.discretes.push_back({first.left, right, first.origin});
  }
  return true;
}

// An assertion counts while its branch is taken: reached -> condition. The same holds for reinit and
// terminate.
void MergeIfActions(expr::Graph& g, std::span<IfBranch> branches, FlatEquations& out) {
  ExprId earlier = g.Constant(0.0);  // true if an earlier branch is taken
  for (IfBranch& branch : branches) {
    const ExprId here = branch.condition.IsValid() ? branch.condition : g.Constant(1.0);
    const ExprId not_reached = expr::Or(g, earlier, expr::Not(g, here));
    const ExprId is_reached = expr::And(g, here, expr::Not(g, earlier));
    MoveActions(g, is_reached, not_reached, branch.flat, out);
    earlier = expr::Or(g, earlier, here);
  }
}

bool HaveEqualCounts(Reporter& reporter, std::span<const IfBranch> branches, Span span) {
  const std::size_t count = branches[0].flat.equations.size();
  for (const IfBranch& branch : branches.subspan(1)) {
    const std::size_t other = branch.flat.equations.size();
    if (other == count) continue;
    auto error = Error(Code::kIfEquationMismatch, span,
                       "the branches of this if-equation have {} and {} equations", count, other);
    error.Note("a condition that varies needs the same number in each branch, the `else` branch included");
    reporter.Report(std::move(error));
    return false;
  }
  return true;
}

// Used if a class is checked alone: checks every branch that may be taken.
bool CheckIfEquation(EquationScope& scope, const syntax::Equation& equation) {
  const bool was_conditional = scope.is_conditional;
  bool ok = true;
  for (const syntax::EquationBranch& branch : scope.tree().List(equation.branches)) {
    bool is_last = !branch.condition.IsValid();
    if (!is_last) {
      const Value condition = LowerDecided(scope, branch.condition);
      ok = ok && !condition.IsError();
      if (condition.IsError() || (condition.scalar.IsConstant() && condition.scalar.number == 0.0)) continue;
      is_last = condition.scalar.IsConstant();
      if (!is_last && condition.variability <= Variability::kParameter) scope.is_conditional = true;
    }
    FlatEquations flat;
    LowerEquations(scope, scope.tree().List(branch.body), flat);
    ok = ok && !flat.is_broken;
    if (is_last) break;
  }
  scope.is_conditional = was_conditional;
  return ok;
}

}  // namespace

bool LowerIfEquation(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out) {
  if (scope.IsCheck()) return CheckIfEquation(scope, equation);
  std::vector<IfBranch> branches;
  const bool was_chosen_in_run = scope.is_chosen_in_run;
  bool is_complete = false;  // the last branch has no condition
  bool ok = true;
  for (const syntax::EquationBranch& syntax_branch : scope.tree().List(equation.branches)) {
    IfBranch branch;
    if (syntax_branch.condition.IsValid()) {
      const Value condition = LowerDecided(scope, syntax_branch.condition);
      ok = ok && !condition.IsError();
      if (condition.IsError()) continue;
      if (condition.scalar.IsConstant()) {
        if (condition.scalar.number == 0.0) continue;
      } else {
        branch.condition = condition.scalar.expr;
        scope.is_chosen_in_run = true;
      }
    }
    is_complete = !branch.condition.IsValid();
    LowerEquations(scope, scope.tree().List(syntax_branch.body), branch.flat);
    branches.push_back(std::move(branch));
    if (is_complete) break;
  }
  scope.is_chosen_in_run = was_chosen_in_run;
  // After a mistake the equations cannot be counted.
  for (const IfBranch& branch : branches) ok = ok && !branch.flat.is_broken;
  if (!ok) return false;
  if (!is_complete) branches.emplace_back();
  if (!HaveEqualCounts(scope.context.reporter, branches, scope.tree().SpanOf(equation))) return false;
  expr::Graph& g = scope.context.system.graph;
  for (std::size_t k = 0; k < branches[0].flat.equations.size(); ++k) {
    out.equations.push_back(MergeEquation(scope.context.system, branches, k));
  }
  // Only a branch that is always taken has invariants (invariant_annotation.h).
  for (IfBranch& branch : branches)
    std::ranges::move(branch.flat.invariants, std::back_inserter(out.invariants));
  MergeIfActions(g, branches, out);
  return MergeDiscretes(scope.context, branches, out, scope.tree().SpanOf(equation));
}

}  // namespace daedalus::semantics

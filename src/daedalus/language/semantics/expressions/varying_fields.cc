#include "daedalus/language/semantics/expressions/varying_fields.h"

#include <algorithm>
#include <utility>

#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/events/finish_events.h"
#include "daedalus/language/semantics/events/varying_values.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

// An Integer, or a variable of an enumeration; invalid: the expression is something else.
DiscreteId IntegerLeaf(const System& system, ExprId e) {
  if (system.graph.op(e) != expr::Op::kHeld) return {};
  const Held& held = system.hybrid.held[system.graph.held(e)];
  if (held.kind != Held::Kind::kDiscrete) return {};
  const DiscreteId d(held.of);
  const DeclarationId declaration = system.hybrid.discretes[d].declaration;
  const bool is_integer =
      declaration.IsValid() && system.declarations[declaration].type == ValueType::kInteger;
  return is_integer ? d : DiscreteId();
}

class ContinuousFields {
 public:
  explicit ContinuousFields(Context& c) : c_(c), system_(c.system) {}

  void Run() {
    while (MakeContinuous()) {
    }
    if (replacements_.empty()) return;
    RewriteExpressions(system_, replacements_);
    for (const DiscreteEquation& equation : system_.hybrid.equations) Check(equation);
  }

 private:
  // One round; false if nothing has changed.
  bool MakeContinuous() {
    return std::erase_if(system_.hybrid.equations, [&](const DiscreteEquation& equation) {
             return MakeContinuous(equation.left, equation.right, equation.origin) ||
                    MakeContinuous(equation.right, equation.left, equation.origin);
           }) > 0;
  }

  bool MakeContinuous(ExprId left, ExprId right, OriginId origin) {
    const DiscreteId d = IntegerLeaf(system_, left);
    if (!d.IsValid() || !c_.events.fields.contains(d) || continuous_.contains(d) || !Varies(right))
      return false;
    DiscreteVariable& discrete = system_.hybrid.discretes[d];
    Variable variable;
    variable.name = discrete.name;
    variable.declaration = discrete.declaration;
    variable.start = discrete.start;
    variable.min = discrete.min;
    variable.max = discrete.max;
    const VariableId made = system_.variables.Add(variable);
    const ExprId leaf = system_.graph.Variable(made);
    Equation equation;
    equation.left = leaf;
    equation.right = right;
    equation.residual = expr::Difference(system_.graph, leaf, right);
    equation.origin = origin;
    system_.equations.Add(std::move(equation));
    replacements_.push_back({system_.graph.Held(discrete.value), leaf});
    discrete.is_internal = true;  // nothing uses it any more
    continuous_.insert(d);
    variables_.insert(made);
    return true;
  }

  bool Varies(ExprId e) {
    const auto is_continuous = [&](HeldId h) {
      const Held& held = system_.hybrid.held[h];
      return held.kind == Held::Kind::kDiscrete && continuous_.contains(DiscreteId(held.of));
    };
    return std::ranges::any_of(c_.leaves.Collect(system_.graph, e).held, is_continuous) ||
           ChangesBetweenEvents(c_, e);
  }

  void Check(const DiscreteEquation& equation) {
    const auto& leaves = c_.leaves.Collect(system_.graph, equation.right).variables;
    const bool has_field = std::ranges::any_of(
        leaves, [&](const expr::VariableLeaf& leaf) { return variables_.contains(leaf.variable); });
    if (!has_field || !ChangesBetweenEvents(c_, equation.right)) return;
    c_.reporter.Report(Error(Code::kTooVariable, SpanOf(system_, equation.origin),
                             "this changes at events only, and depends on a field of a record that varies "
                             "between them")
                           .Note("the field gets its value from a function, which makes no events (section "
                                 "3.8 of the specification)"));
  }

  Context& c_;
  System& system_;
  std::vector<expr::Replacement> replacements_;
  std::set<DiscreteId> continuous_;  // as they were
  std::set<VariableId> variables_;   // as they are
};

}  // namespace

bool TakeField(Context& c, Place place, const ScalarEquation& equation, FlatEquations& out) {
  if (!equation.is_field || equation.is_real || place != Place::kEquation) return false;
  const DiscreteId left = IntegerLeaf(c.system, equation.left), right = IntegerLeaf(c.system, equation.right);
  for (const DiscreteId d : {left, right}) {
    if (d.IsValid()) c.events.fields.insert(d);
  }
  const bool varies = (left.IsValid() && VariesBetweenEvents(c, equation.right)) ||
                      (right.IsValid() && VariesBetweenEvents(c, equation.left));
  if (!varies) return false;
  out.discretes.push_back(
      {equation.left, equation.right, c.system.origins.Add({equation.span, equation.instance})});
  return true;
}

void SettleFields(Context& c) {
  if (!c.events.fields.empty()) ContinuousFields(c).Run();
}

}  // namespace daedalus::semantics

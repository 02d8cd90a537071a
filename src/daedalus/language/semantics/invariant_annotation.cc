#include "daedalus/language/semantics/invariant_annotation.h"

#include <cmath>

#include "daedalus/language/library/annotations.h"

namespace daedalus::semantics {
namespace {

constexpr std::string_view kInvariant = "invariant", kAtStepEnds = "atStepEnds";
constexpr std::string_view kMarkUse = "a mark of an equation";

syntax::ModificationId MarkOf(const syntax::Tree& tree, const syntax::Equation& equation) {
  if (!equation.description.IsValid()) return {};
  const syntax::Modifier* ours =
      library::FindEntry(tree, tree[equation.description].annotation, "__Daedalus");
  return ours == nullptr ? syntax::ModificationId() : ours->modification;
}

// The value of an entry, of this type; an error value after a reported mistake.
Value ReadMarkEntry(EquationScope& scope, const syntax::Modifier& entry, BaseType type) {
  Lowering l = scope.MakeStructural(kMarkUse);
  const syntax::Tree& tree = scope.tree();
  const bool has_value = entry.modification.IsValid() && tree[entry.modification].value.IsValid();
  Value value;
  if (has_value) value = LowerStructural(l, tree[entry.modification].value, kMarkUse);
  if (has_value && value.IsError()) return value;
  const bool is_right = has_value && value.IsScalar() &&
                        (type == BaseType::kBoolean ? value.type == type : IsNumeric(value.type));
  if (is_right) return value;
  l.Error(Code::kBadInvariant, tree.SpanOf(entry), "`{}` of an equation is a {}", tree.DottedName(entry.name),
          type == BaseType::kBoolean ? "Boolean" : "number");
  return {};
}

bool RefuseMark(EquationScope& scope, const syntax::Equation& equation, std::string_view why) {
  scope.context.reporter.Report(Error(Code::kBadInvariant, scope.tree().SpanOf(equation), "{}", why));
  return false;
}

bool AddInvariants(EquationScope& scope, const syntax::Equation& equation, double weight,
                   FlatEquations lowered, FlatEquations& out) {
  if (scope.place != Place::kEquation || scope.is_chosen_in_run)
    return RefuseMark(scope, equation,
                      "an invariant holds at all times, so it cannot be in a clause or branch of the run");
  if (!lowered.discretes.empty())
    return RefuseMark(scope, equation, "an invariant is an equation between Reals that vary");
  if (lowered.equations.empty())
    return RefuseMark(scope, equation, "an invariant between constants says nothing about the solution");
  for (Equation& one : lowered.equations) {
    if (scope.context.leaves.Collect(scope.context.system.graph, one.residual).variables.empty())
      return RefuseMark(scope, equation, "an invariant without an unknown says nothing about the solution");
    out.invariants.push_back({std::move(one), weight});
  }
  return true;
}

bool AddStepEnd(EquationScope& scope, const syntax::Equation& equation, const FlatEquations& lowered,
                FlatEquations& out) {
  const expr::Graph& g = scope.context.system.graph;
  const bool has_form = scope.place == Place::kEquation && !scope.is_chosen_in_run &&
                        lowered.discretes.empty() && lowered.equations.size() == 1 &&
                        g.op(lowered.equations[0].left) == expr::Op::kConstant;
  if (!has_form)
    return RefuseMark(scope, equation, "what happens at the ends of steps has the form `0 = expression`");
  out.step_ends.push_back({lowered.equations[0].right, lowered.equations[0].origin});
  return true;
}

}  // namespace

bool HasMark(const syntax::Tree& tree, const syntax::Equation& equation) {
  const syntax::ModificationId mark = MarkOf(tree, equation);
  return mark.IsValid() && (library::FindEntry(tree, mark, kInvariant) != nullptr ||
                            library::FindEntry(tree, mark, kAtStepEnds) != nullptr);
}

bool AddAsMarked(EquationScope& scope, const syntax::Equation& equation, FlatEquations lowered,
                 FlatEquations& out) {
  const syntax::ModificationId mark = MarkOf(scope.tree(), equation);
  const syntax::Modifier* const invariant = library::FindEntry(scope.tree(), mark, kInvariant);
  const syntax::Modifier* const kind =
      invariant != nullptr ? invariant : library::FindEntry(scope.tree(), mark, kAtStepEnds);
  const Value is_one = ReadMarkEntry(scope, *kind, BaseType::kBoolean);
  if (is_one.IsError()) return false;
  double weight = Invariant::kUsualWeight;
  if (const syntax::Modifier* entry = library::FindEntry(scope.tree(), mark, "weight")) {
    const Value value = ReadMarkEntry(scope, *entry, BaseType::kReal);
    if (value.IsError()) return false;
    weight = value.scalar.number;
    if (!scope.IsCheck() && !(weight > 0 && std::isfinite(weight)))
      return RefuseMark(scope, equation, "the weight of an invariant is a number above 0");
  }
  if (scope.IsCheck()) return true;
  if (is_one.scalar.number != 0)
    return invariant != nullptr ? AddInvariants(scope, equation, weight, std::move(lowered), out)
                                : AddStepEnd(scope, equation, lowered, out);
  out.equations.insert(out.equations.end(), lowered.equations.begin(), lowered.equations.end());
  out.discretes.insert(out.discretes.end(), lowered.discretes.begin(), lowered.discretes.end());
  return true;
}

}  // namespace daedalus::semantics

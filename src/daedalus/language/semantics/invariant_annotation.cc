#include "daedalus/language/semantics/invariant_annotation.h"

#include <cmath>

#include "daedalus/language/library/annotations.h"

namespace daedalus::semantics {
namespace {

constexpr std::string_view kInvariantUse = "an invariant";

syntax::ModificationId MarkOf(const syntax::Tree& tree, const syntax::Equation& equation) {
  if (!equation.description.IsValid()) return {};
  const syntax::Modifier* ours =
      library::FindEntry(tree, tree[equation.description].annotation, "__Daedalus");
  return ours == nullptr ? syntax::ModificationId() : ours->modification;
}

// The value of an entry, of this type; an error value after a reported mistake.
Value ReadMarkEntry(EquationScope& scope, const syntax::Modifier& entry, BaseType type) {
  Lowering l = scope.MakeStructural(kInvariantUse);
  const syntax::Tree& tree = scope.tree();
  const bool has_value = entry.modification.IsValid() && tree[entry.modification].value.IsValid();
  Value value;
  if (has_value) value = LowerStructural(l, tree[entry.modification].value, kInvariantUse);
  if (has_value && value.IsError()) return value;
  const bool is_right = has_value && value.IsScalar() &&
                        (type == BaseType::kBoolean ? value.type == type : IsNumeric(value.type));
  if (is_right) return value;
  l.Error(Code::kBadInvariant, tree.SpanOf(entry), "`{}` of an invariant is a {}",
          tree.DottedName(entry.name), type == BaseType::kBoolean ? "Boolean" : "number");
  return {};
}

bool RefuseInvariant(EquationScope& scope, const syntax::Equation& equation, std::string_view why) {
  scope.context.reporter.Report(Error(Code::kBadInvariant, scope.tree().SpanOf(equation), "{}", why));
  return false;
}

bool AddInvariants(EquationScope& scope, const syntax::Equation& equation, double weight,
                   FlatEquations lowered, FlatEquations& out) {
  if (scope.place != Place::kEquation || scope.is_chosen_in_run)
    return RefuseInvariant(
        scope, equation, "an invariant holds at all times, so it cannot be in a clause or branch of the run");
  if (!lowered.discretes.empty())
    return RefuseInvariant(scope, equation, "an invariant is an equation between Reals that vary");
  if (lowered.equations.empty())
    return RefuseInvariant(scope, equation, "an invariant between constants says nothing about the solution");
  for (Equation& one : lowered.equations) {
    if (scope.context.leaves.Collect(scope.context.system.graph, one.residual).variables.empty())
      return RefuseInvariant(scope, equation,
                             "an invariant without an unknown says nothing about the solution");
    out.invariants.push_back({std::move(one), weight});
  }
  return true;
}

}  // namespace

bool HasInvariantMark(const syntax::Tree& tree, const syntax::Equation& equation) {
  const syntax::ModificationId mark = MarkOf(tree, equation);
  return mark.IsValid() && library::FindEntry(tree, mark, "invariant") != nullptr;
}

bool AddAsMarked(EquationScope& scope, const syntax::Equation& equation, FlatEquations lowered,
                 FlatEquations& out) {
  const syntax::ModificationId mark = MarkOf(scope.tree(), equation);
  const Value is_one =
      ReadMarkEntry(scope, *library::FindEntry(scope.tree(), mark, "invariant"), BaseType::kBoolean);
  if (is_one.IsError()) return false;
  double weight = Invariant::kUsualWeight;
  if (const syntax::Modifier* entry = library::FindEntry(scope.tree(), mark, "weight")) {
    const Value value = ReadMarkEntry(scope, *entry, BaseType::kReal);
    if (value.IsError()) return false;
    weight = value.scalar.number;
    if (!scope.IsCheck() && !(weight > 0 && std::isfinite(weight)))
      return RefuseInvariant(scope, equation, "the weight of an invariant is a number above 0");
  }
  if (scope.IsCheck()) return true;
  if (is_one.scalar.number != 0) return AddInvariants(scope, equation, weight, std::move(lowered), out);
  out.equations.insert(out.equations.end(), lowered.equations.begin(), lowered.equations.end());
  out.discretes.insert(out.discretes.end(), lowered.discretes.begin(), lowered.discretes.end());
  return true;
}

}  // namespace daedalus::semantics

#include "daedalus/programs/causal/merge_attributes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

constexpr double kRounding = 1e-12;  // relative: what start values may differ by and still be equal

Diagnostic Disagreement(const System& system, const Variable& kept, const Declaration& kept_declaration,
                        const Variable& removed, const Declaration& removed_declaration,
                        std::string_view what) {
  return Warning(Code::kConflictingAttributes, removed_declaration.span,
                 "`{}` and `{}` are one variable, but {}", NameOf(system, removed), NameOf(system, kept),
                 what)
      .With(kept_declaration.span, fmt::format("`{}` is declared here", NameOf(system, kept)));
}

std::string StartText(const System& system, const Variable& v) {
  return v.start.IsValid() ? ExpressionText(system, v.start) : "0";
}

}  // namespace

std::optional<StateSelect> MergeStateSelect(StateSelect a, StateSelect b) {
  const auto [weak, strong] = std::minmax(a, b);
  if (weak == StateSelect::kNever && strong == StateSelect::kAlways) return std::nullopt;
  return strong;
}

std::optional<double> ParameterExpressions::Value(ExprId e) {
  if (system_.graph.IsConstant(e)) return system_.graph.constant_value(e);
  if (!parameters_ && errors_.empty()) {
    auto values = EvaluateParameters(system_);
    if (values.ok()) {
      parameters_ = std::move(values->values);
      evaluator_.SetPoint({.time = 0, .variables = {}, .derivatives = {}, .parameters = *parameters_});
    } else {
      errors_ = std::move(values).error();
    }
  }
  if (!parameters_) return std::nullopt;
  return evaluator_.Value(e);
}

AttributeMerger::AttributeMerger(System& system, Diagnostics& warnings)
    : system_(system), warnings_(warnings), values_(system), fixed_by_(system.variables.size()) {}

void AttributeMerger::Merge(VariableId kept, VariableId removed, int sign) {
  MergeStart(kept, removed, sign);
  MergeBounds(kept, removed, sign);
  Variable& variable = system_.variables[kept];
  if (!variable.nominal.IsValid()) variable.nominal = system_.variables[removed].nominal;
  MergeDeclaration(kept, removed);
}

void AttributeMerger::MergeStart(VariableId kept, VariableId removed, int sign) {
  Variable& k = system_.variables[kept];
  const Variable& r = system_.variables[removed];
  if (!r.fixed) {
    if (!k.start.IsValid() && !k.fixed && r.start.IsValid()) {
      k.start = SignedStart(removed, sign);
      k.start_weight = r.start_weight;
    }
    return;
  }
  if (!k.fixed) {
    if (k.start.IsValid() || r.start.IsValid()) k.start = SignedStart(removed, sign);
    k.fixed = true;
    fixed_by_[kept] = removed;
    return;
  }
  if (AreEqual(SignedStart(kept, 1), SignedStart(removed, sign))) return;
  if (!IsFirst("start", kept, removed)) return;
  const VariableId other = fixed_by_[kept].IsValid() ? fixed_by_[kept] : kept;
  const Variable& o = system_.variables[other];
  errors_.Report(Error(Code::kConflictingStarts, DeclarationOf(removed).span,
                       "`{}` and `{}` are one variable, but fixed at different start values",
                       NameOf(system_, r), NameOf(system_, o))
                     .Here(fmt::format("`{}` is fixed at {}", NameOf(system_, r), StartText(system_, r)))
                     .With(DeclarationOf(other).span,
                           fmt::format("`{}` is fixed at {}", NameOf(system_, o), StartText(system_, o)))
                     .Note(fmt::format("`{}` starts at {}, and `{}` at {}", NameOf(system_, r),
                                       StartText(system_, r), NameOf(system_, o), StartText(system_, o)))
                     .Hint("remove `fixed` from one of them"));
}

void AttributeMerger::MergeBounds(VariableId kept, VariableId removed, int sign) {
  Variable& k = system_.variables[kept];
  const Variable& r = system_.variables[removed];
  if (!r.min.IsValid() && !r.max.IsValid()) return;
  expr::Graph& g = system_.graph;
  const auto negated = [&](ExprId e) { return e.IsValid() ? expr::Negate(g, e) : e; };
  const auto combine = [&](ExprId a, ExprId b, auto both) {
    return a.IsValid() && b.IsValid() ? both(g, a, b) : a.IsValid() ? a : b;
  };
  k.min = combine(k.min, sign > 0 ? r.min : negated(r.max), expr::Max);
  k.max = combine(k.max, sign > 0 ? r.max : negated(r.min), expr::Min);
  if (!k.min.IsValid() || !k.max.IsValid()) return;
  const auto min = values_.Value(k.min), max = values_.Value(k.max);
  if (!min || !max || !(*min > *max) || !IsFirst("bounds", kept, removed)) return;
  warnings_.Report(
      Disagreement(system_, k, DeclarationOf(kept), r, DeclarationOf(removed), "their bounds leave no value")
          .Note(fmt::format("min = {}, max = {}", ExpressionText(system_, k.min),
                            ExpressionText(system_, k.max))));
}

void AttributeMerger::MergeDeclaration(VariableId kept, VariableId removed) {
  WarnOfDeclaration(kept, removed);
  const Declaration &ours = DeclarationOf(kept), &theirs = DeclarationOf(removed);
  const StateSelect select = std::max(ours.state_select, theirs.state_select);
  const bool takes_unit = ours.unit.empty() && !theirs.unit.empty();
  if (select == ours.state_select && !takes_unit) return;
  const DeclarationId unit_from = takes_unit ? system_.variables[removed].declaration : DeclarationId();
  DeclarationId& declaration = system_.variables[kept].declaration;
  const auto [found, is_new] = merged_.try_emplace({declaration, select, unit_from});
  if (is_new) {
    Declaration merged = ours;
    merged.state_select = select;
    if (takes_unit) {
      merged.unit = theirs.unit;
      merged.display_unit = theirs.display_unit;
      merged.quantity = theirs.quantity;
    }
    found->second = system_.declarations.Add(std::move(merged));
  }
  declaration = found->second;
}

void AttributeMerger::WarnOfDeclaration(VariableId kept, VariableId removed) {
  const Declaration &ours = DeclarationOf(kept), &theirs = DeclarationOf(removed);
  const Variable &k = system_.variables[kept], &r = system_.variables[removed];
  if (!MergeStateSelect(ours.state_select, theirs.state_select) && IsFirst("stateSelect", kept, removed)) {
    warnings_.Report(
        Disagreement(system_, k, ours, r, theirs, "one is always to be a state, and the other never")
            .Note("`always` is taken"));
  }
  const bool has_two_units = !ours.unit.empty() && !theirs.unit.empty() && ours.unit != theirs.unit;
  if (has_two_units && IsFirst("unit", kept, removed)) {
    warnings_.Report(Disagreement(system_, k, ours, r, theirs, "their units differ")
                         .Note(fmt::format("\"{}\" and \"{}\"", theirs.unit, ours.unit)));
  }
}

void AttributeMerger::MergeConstant(VariableId removed, ExprId value, EquationId equation) {
  const Variable& r = system_.variables[removed];
  if (!r.fixed || AreEqual(SignedStart(removed, 1), value) || !IsFirst("constant", removed, removed)) return;
  const Equation& says = system_.equations[equation];
  errors_.Report(Error(Code::kConflictingStarts, DeclarationOf(removed).span,
                       "`{}` is fixed at a start value that the equations do not allow", NameOf(system_, r))
                     .Here(fmt::format("`{}` is fixed at {}", NameOf(system_, r), StartText(system_, r)))
                     .With(SpanOf(system_, says), "this equation makes its value constant")
                     .Note(fmt::format("by `{}`, `{}` is {} at all times", EquationText(system_, says),
                                       NameOf(system_, r), ExpressionText(system_, value))));
}

std::vector<Diagnostic> AttributeMerger::TakeErrors() {
  errors_.Append(std::exchange(values_.errors(), {}));
  return errors_.Take();
}

bool AttributeMerger::AreEqual(ExprId a, ExprId b) {
  if (a == b) return true;
  const auto x = values_.Value(a), y = values_.Value(b);
  // Without values bounds cannot be compared; errors() has the reason.
  if (!x || !y) return true;
  return std::abs(*x - *y) <= kRounding * std::max(std::abs(*x), std::abs(*y));
}

bool AttributeMerger::IsFirst(std::string_view kind, VariableId kept, VariableId removed) {
  return reported_.insert({kind, system_.variables[kept].declaration, system_.variables[removed].declaration})
      .second;
}

ExprId AttributeMerger::SignedStart(VariableId v, int sign) {
  const ExprId start = system_.variables[v].start;
  if (!start.IsValid()) return system_.graph.Constant(0.0);
  return sign > 0 ? start : expr::Negate(system_.graph, start);
}

const Declaration& AttributeMerger::DeclarationOf(VariableId v) const {
  return system_.declarations[system_.variables[v].declaration];
}

}  // namespace daedalus::causal

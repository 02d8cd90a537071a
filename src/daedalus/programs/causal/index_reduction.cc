#include "daedalus/programs/causal/index_reduction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "daedalus/programs/causal/author_derivatives.h"
#include "daedalus/programs/causal/late_inlining.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/system/state_preference.h"

namespace daedalus::causal {
namespace {

std::vector<std::int32_t> Preferences(const System& system, const DerivativeColumns& columns) {
  std::vector<std::int32_t> out;
  for (const Quantity& column : columns.columns()) {
    out.push_back(column.order == 0 ? StatePreference(system, system.variables[column.variable]) : 0);
  }
  return out;
}

std::vector<std::string> NamesOf(const System& system, const DerivativeColumns& columns,
                                 const std::vector<structure::ColumnId>& list) {
  std::vector<std::string> names;
  for (const structure::ColumnId c : list) names.push_back(NameOf(system, columns.columns()[c]));
  return names;
}

// Chooses what was chosen before.
class GivenSelector final : public structure::DummySelector {
 public:
  explicit GivenSelector(const std::vector<structure::ColumnId>& dummies) : dummies_(dummies) {}

  std::optional<std::vector<structure::ColumnId>> Choose(const structure::DummyChoice& choice) override {
    std::vector<structure::ColumnId> out;
    for (const structure::ColumnId c : choice.candidates) {
      if (std::ranges::binary_search(dummies_, c)) out.push_back(c);
    }
    return out.size() == choice.equations.size() ? std::optional(std::move(out)) : std::nullopt;
  }

 private:
  const std::vector<structure::ColumnId>& dummies_;  // ascending
};

}  // namespace

IndexReduction::IndexReduction(System given, std::span<const VariableId> also_states)
    : given_(std::move(given)), columns_(given_, also_states), differentiator_(given_.graph) {}

Result<std::unique_ptr<IndexReduction>> IndexReduction::Make(System given, const ReductionOptions& options) {
  std::unique_ptr<IndexReduction> out;
  for (;;) {
    out.reset(new IndexReduction(std::move(given), options.also_states));
    auto reduced = structure::ReduceIndex(out->columns_.incidence(), out->columns_.map(), out->columns_);
    if (!reduced) {
      auto why = CheckSolvability(out->given_, IncidenceOf(out->given_));
      DAEDALUS_CHECK(!why.ok(), "what Pantelides refuses is structurally singular");
      return Failure{std::move(why).error()};
    }
    out->reduced_ = std::move(*reduced);
    // Written out, the equations have the derivatives of the chain rule.
    const std::vector<EquationId> hidden = FindHiddenDependences(out->given_, out->columns_, out->reduced_);
    if (hidden.empty()) break;
    given = out->given_;
    if (!WriteOutCalls(given, hidden)) break;
  }
  for (const EquationId e : IdRange<EquationId>(out->given_.equations.size())) {
    const std::uint32_t times = out->reduced_.differentiations[RowOf(e)];
    if (times > 0) out->differentiated_.push_back({e, times});
  }
  if (options.constraints != ConstraintTreatment::kDummies) out->FindKept();
  if (options.constraints == ConstraintTreatment::kBaumgarte) out->kept_.rate = options.rate;
  return out;
}

void IndexReduction::FindKept() {
  std::vector<char> is_kept(given_.equations.size(), 0);
  bool any = false;
  expr::LeafCollector collector;
  for (const Differentiated& constraint : differentiated_) {
    if (IsLinear(constraint.equation, collector)) continue;
    is_kept[constraint.equation.index()] = 1;
    any = true;
  }
  if (any) kept_.is_kept = std::move(is_kept);
}

bool IndexReduction::HasNonlinearConstraints() {
  expr::LeafCollector collector;
  return std::ranges::any_of(differentiated_, [&](const Differentiated& constraint) {
    return !IsLinear(constraint.equation, collector);
  });
}

// True if the equation is linear in all variables and derivatives, with coefficients that never change.
bool IndexReduction::IsLinear(EquationId e, expr::LeafCollector& collector) {
  for (const expr::PartialDerivative& entry : differentiator_.Gradient(given_.equations[e].residual)) {
    if (collector.Collect(given_.graph, entry.value).Vary()) return false;
  }
  return true;
}

structure::StateSelectionOptions IndexReduction::SelectionOptions(structure::DummySelector& selector) const {
  structure::StateSelectionOptions options{Preferences(given_, columns_), &selector};
  for (const structure::RowId r : reduced_.equations.All()) {
    if (has_invariants()) options.is_kept_otherwise.Add(kept_.is_kept[columns_.rows()[r].given.index()]);
  }
  return options;
}

std::optional<structure::StateSelection> IndexReduction::SelectAgain(
    const std::vector<structure::ColumnId>& dummies) {
  GivenSelector selector(dummies);
  auto selection = structure::SelectStates(reduced_, SelectionOptions(selector));
  if (!selection.ok() || selection->dummies != dummies) return std::nullopt;
  return std::move(*selection);
}

Result<structure::StateSelection> IndexReduction::Select(const PivotPoint& point) {
  PivotSelector selector(given_, columns_, reduced_.incidence, differentiator_, point);
  structure::StateSelectionOptions options = SelectionOptions(selector);
  auto selection = structure::SelectStates(reduced_, options);
  if (selection.ok()) return std::move(*selection);
  // A choice that numbers have made above may leave none to structure below.
  options.selector = nullptr;
  selection = structure::SelectStates(reduced_, options);
  if (selection.ok()) return std::move(*selection);
  const structure::DummyChoice& choice = selection.error();
  const Equation& equation = given_.equations[columns_.rows()[choice.equations.at(0)].given];
  return Fail(
      Error(Code::kNoChoiceOfStates, SpanOf(given_, equation),
            "no choice of states makes the derivatives of {} constraints regular at time = {:.9g}",
            choice.equations.size(), point.time)
          .Here("this is one of the constraints")
          .Note(fmt::format("candidates: {}", fmt::join(NamesOf(given_, columns_, choice.candidates), ", ")))
          .Hint("look for redundant constraints"));
}

std::vector<ChoiceMatrix> IndexReduction::MatricesOf(const structure::StateSelection& selection) {
  std::vector<ChoiceMatrix> out;
  for (const structure::DummyChoice& choice : selection.choices)
    out.push_back(MatrixOf(choice, given_, columns_, differentiator_));
  return out;
}

ReducedSystem IndexReduction::Write(const structure::StateSelection& selection) const {
  ReducedSystem out;
  out.system = given_;
  out.structural_index = structural_index();
  out.differentiated = differentiated_;
  out.states = NamesOf(given_, columns_, selection.states);
  out.dummy_derivatives = NamesOf(given_, columns_, selection.dummies);
  out.places = WriteReduced(out.system, columns_, reduced_, selection, kept_);
  WriteOutCalls(out.system);
  return out;
}

Result<ReducedSystem> ReduceIndex(System given, const PivotPoint& point) {
  auto reduction = IndexReduction::Make(std::move(given));
  if (!reduction) return Failure{std::move(reduction).error()};
  auto selection = (*reduction)->Select(point);
  if (!selection) return Failure{std::move(selection).error()};
  return (*reduction)->Write(*selection);
}

}  // namespace daedalus::causal

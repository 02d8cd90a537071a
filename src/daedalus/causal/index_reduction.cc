#include "daedalus/causal/index_reduction.h"

#include "daedalus/causal/solvability.h"

namespace daedalus::causal {
namespace {

std::vector<std::int32_t> Preferences(const System& system, const DerivativeColumns& columns) {
  std::vector<std::int32_t> out;
  for (const Quantity& column : columns.columns()) {
    const Variable& variable = system.variables[column.variable];
    const auto select = static_cast<std::int32_t>(system.declarations[variable.declaration].state_select);
    // Between equal ones, the user's wish to choose the start value shows what is thought of as a state.
    out.push_back(column.order == 0 ? 2 * (select - static_cast<std::int32_t>(StateSelect::kDefault)) +
                                          (variable.fixed ? 1 : 0)
                                    : 0);
  }
  return out;
}

std::vector<std::string> NamesOf(const System& system, const DerivativeColumns& columns,
                                 const std::vector<structure::ColumnId>& list) {
  std::vector<std::string> names;
  for (const structure::ColumnId c : list) names.push_back(NameOf(system, columns.columns()[c]));
  return names;
}

}  // namespace

IndexReduction::IndexReduction(System given)
    : given_(std::move(given)), columns_(given_), differentiator_(given_.graph) {}

Result<std::unique_ptr<IndexReduction>> IndexReduction::Make(System given) {
  std::unique_ptr<IndexReduction> out(new IndexReduction(std::move(given)));
  auto reduced = structure::ReduceIndex(out->columns_.incidence(), out->columns_.map(), out->columns_);
  if (!reduced) {
    auto why = CheckSolvability(out->given_, IncidenceOf(out->given_));
    DAEDALUS_CHECK(!why.ok(), "what Pantelides refuses is structurally singular");
    return Failure{std::move(why).error()};
  }
  out->reduced_ = std::move(*reduced);
  for (const EquationId e : IdRange<EquationId>(out->given_.equations.size())) {
    const std::uint32_t times = out->reduced_.differentiations[RowOf(e)];
    if (times > 0) out->differentiated_.push_back({e, times});
  }
  return out;
}

structure::StateSelection IndexReduction::Select(const PivotPoint& point) {
  PivotSelector selector(given_, columns_, reduced_.incidence, differentiator_, point);
  auto selection = structure::SelectStates(reduced_, {Preferences(given_, columns_), &selector});
  DAEDALUS_CHECK(selection.ok(), "a choice by structure always exists");
  return std::move(*selection);
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
  out.places = WriteReduced(out.system, columns_, reduced_, selection);
  return out;
}

Result<ReducedSystem> ReduceIndex(System given, const PivotPoint& point) {
  auto reduction = IndexReduction::Make(std::move(given));
  if (!reduction) return Failure{std::move(reduction).error()};
  return (*reduction)->Write((*reduction)->Select(point));
}

}  // namespace daedalus::causal

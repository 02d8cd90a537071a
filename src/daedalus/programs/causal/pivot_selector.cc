#include "daedalus/programs/causal/pivot_selector.h"

#include <cmath>

namespace daedalus::causal {
namespace {

constexpr std::size_t kLargest = 4'000'000;  // entries; larger choices are left to structure

}  // namespace

PivotSelector::PivotSelector(System& system, const DerivativeColumns& columns,
                             const structure::Incidence& incidence, expr::Differentiator& differentiator,
                             const PivotPoint& point)
    : system_(system),
      columns_(columns),
      incidence_(incidence),
      differentiator_(differentiator),
      point_(point),
      evaluator_(system.graph) {
  if (point_.slopes.empty()) {
    zero_slopes_.assign(system.variables.size(), 0.0);
    point_.slopes = zero_slopes_;
  }
}

std::vector<double> PivotSelector::Values(const ChoiceMatrix& matrix) {
  evaluator_.SetPoint({point_.time, point_.values, point_.slopes, point_.parameters, point_.held});
  std::vector<double> values;
  for (std::size_t i = 0; i < matrix.entries.size(); ++i) {
    const VariableId v = matrix.variables[i % matrix.columns];
    const double scale = point_.nominal.empty() ? 1 : point_.nominal[v.index()];
    values.push_back(scale * evaluator_.Value(matrix.entries[i]));
    if (!std::isfinite(values.back())) return {};
  }
  return values;
}

std::optional<std::vector<structure::ColumnId>> PivotSelector::Choose(const structure::DummyChoice& choice) {
  if (choice.equations.size() * choice.candidates.size() <= kLargest) {
    const ChoiceMatrix matrix = MatrixOf(choice, system_, columns_, differentiator_);
    std::vector<double> values = Values(matrix);
    if (!values.empty()) {
      if (const auto chosen = IndependentColumns(std::move(values), matrix.rows, matrix.preferences)) {
        std::vector<structure::ColumnId> out;
        for (const std::uint32_t i : *chosen) out.push_back(choice.candidates[i]);
        return out;
      }
    }
  }
  return structure::ChooseByStructure(incidence_, choice);
}

}  // namespace daedalus::causal

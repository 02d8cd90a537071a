#include "daedalus/model/simulate/forms/quantity_places.h"

#include <algorithm>
#include <limits>

namespace daedalus::simulate {

QuantityPlaces::QuantityPlaces(const SegmentEquations& equations)
    : equations_(equations),
      model_(equations.model),
      recovery_(equations.compiled->recovery()),
      recovered_(model_.recovered.size()) {}

bool QuantityPlaces::IsState(std::size_t quantity) const {
  const Quantity& place = model_.places[quantity];
  return place.variable.IsValid() && !place.is_derivative() &&
         model_.incidence.is_differential[place.variable.index()];
}

void QuantityPlaces::Read(double t, std::span<const double> y, std::span<const double> yp,
                          std::span<double> out) {
  if (recovery_) recovery_->Evaluate(equations_.dae->Inputs(t, y, yp), recovered_.data());
  const double* recovered = recovered_.data();
  for (std::size_t i = 0; i < model_.places.size(); ++i) {
    const Quantity& place = model_.places[i];
    out[i] =
        place.variable.IsValid() ? (place.is_derivative() ? yp : y)[place.variable.index()] : *recovered++;
  }
}

void QuantityPlaces::ReadStates(std::span<const VariableId> unknowns, std::span<const double> y,
                                std::span<double> out) {
  if (states_among_.empty()) {
    std::vector<std::size_t> place(model_.system->variables.size());
    for (std::size_t k = 0; k < unknowns.size(); ++k) place[unknowns[k].index()] = k;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (IsState(i)) states_among_.emplace_back(i, place[model_.places[i].variable.index()]);
    }
  }
  std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
  for (const auto& [quantity, unknown] : states_among_) out[quantity] = y[unknown];
}

void QuantityPlaces::Put(std::span<const double> quantities, initialize::InitialValues& values) const {
  for (std::size_t i = 0; i < model_.places.size(); ++i) {
    const Quantity& place = model_.places[i];
    if (!place.variable.IsValid()) continue;
    (place.is_derivative() ? values.yp : values.y)[place.variable.index()] = quantities[i];
  }
}

execute::EvaluationPoint QuantityPlaces::WholePoint(double t, std::span<const double> quantities) const {
  const std::size_t n = model_.whole->variables.size();
  const std::span<const double> held = equations_.dae->held();
  execute::EvaluationPoint point{
      t, std::vector<double>(n), std::vector<double>(n), {held.begin(), held.end()}};
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& place = model_.whole_places[i];
    (place.is_derivative() ? point.yp : point.y)[place.variable.index()] = quantities[i];
  }
  return point;
}

}  // namespace daedalus::simulate

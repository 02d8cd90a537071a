#include "daedalus/model/simulate/run_values.h"

#include <algorithm>
#include <cmath>

namespace daedalus::simulate {

RunValues::RunValues(std::shared_ptr<const compile::GivenModel> numbers)
    : numbers_(std::move(numbers)),
      quantities_(numbers_->quantities),
      values_(quantities_.size()),
      slopes_(numbers_->system->variables.size(), 0.0) {}

void RunValues::Hold(std::span<const double> held) {
  held_ = held;
  values_.resize(quantities_.size() + held_.size());
}

void RunValues::FindPlaces() {
  for (std::size_t i = slopes_.size(); i < quantities_.size(); ++i)
    place_of_[{quantities_[i].variable, quantities_[i].order}] = i;
  for (std::size_t i = 0; i < quantities_.size(); ++i) {
    if (place_of_.contains({quantities_[i].variable, quantities_[i].order + 1})) smooth_.push_back(i);
  }
}

void RunValues::CopyHeld() {
  std::ranges::copy(held_, values_.begin() + static_cast<std::ptrdiff_t>(quantities_.size()));
}

void RunValues::Set(const Quantity& quantity, double value) {
  const auto& [variable, order] = quantity;
  values_[order == 0 ? variable.index() : place_of_.at({variable, order})] = value;
}

std::optional<double> RunValues::ValueOf(std::span<const double> values, const Quantity& quantity) const {
  if (quantity.order == 0) return values[quantity.variable.index()];
  const auto found = place_of_.find({quantity.variable, quantity.order});
  return found != place_of_.end() ? std::optional(values[found->second]) : std::nullopt;
}

std::span<const double> RunValues::Slopes() {
  SlopesOf(values_, slopes_);
  return slopes_;
}

void RunValues::SlopesOf(std::span<const double> quantities, std::vector<double>& slopes) const {
  const std::size_t n = slopes_.size();
  slopes.resize(n);
  for (std::size_t i = n; i < quantities_.size(); ++i) {
    if (quantities_[i].order == 1) slopes[quantities_[i].variable.index()] = quantities[i];
  }
}

causal::PivotPoint RunValues::PointAt(double t, std::span<const double> nominal) const {
  return {t, of_variables(), numbers_->parameters, slopes_, nominal, held_};
}

codegen::KernelInputs RunValues::InputsAt(double t) {
  return {t, values_.data(), Slopes().data(), numbers_->parameters.data(), held_.data()};
}

std::vector<Segment::LedQuantity> RunValues::FindLed() const {
  std::vector<Segment::LedQuantity> out;
  for (const std::size_t i : smooth_) {
    const auto& [variable, order] = quantities_[i];
    const auto second = place_of_.find({variable, order + 2});
    out.push_back({i, values_[i], values_[place_of_.at({variable, order + 1})],
                   second == place_of_.end() ? 0 : values_[second->second]});
  }
  return out;
}

bool RunValues::Agrees(const Segment& segment, const initialize::InitialValues& values, double jump) const {
  for (const std::size_t i : smooth_) {
    const Quantity& place = segment.model().places[i];
    if (!place.variable.IsValid()) continue;
    const double value = (place.is_derivative() ? values.yp : values.y)[place.variable.index()];
    const double size =
        std::max(std::abs(values_[i]), numbers_->attributes.nominal[quantities_[i].variable.index()]);
    if (!(std::abs(value - values_[i]) <= jump * size)) return false;
  }
  return true;
}

void RunValues::Restore(const std::vector<double>& saved) {
  values_ = saved;
  Slopes();
}

}  // namespace daedalus::simulate

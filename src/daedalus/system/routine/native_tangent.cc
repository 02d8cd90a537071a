#include "daedalus/system/routine/native_tangent.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace daedalus::routine {

bool NativeTangent::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  native::NativeCall at = call_, along = call_;
  for (native::Datum& datum : along.arguments) std::ranges::fill(datum.numbers, 0.0);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    at.arguments[inputs_[i].argument].numbers[inputs_[i].element] = in[i];
    along.arguments[inputs_[i].argument].numbers[inputs_[i].element] = in[inputs_.size() + i];
  }
  if (std::optional<std::string> failed = slope_.tangent(at, along)) {
    if (why != nullptr) *why = std::move(*failed);
    return false;
  }
  out[0] = at.result.number();
  return true;
}

// A copy, because a derivative must not own the function that owns it.
std::shared_ptr<const expr::Function> NativeTangent::MakeTangent() const {
  auto copy = std::make_shared<NativeTangent>(name(), slope_, call_, inputs_);
  return std::make_shared<NativeCurvature>(std::move(copy));
}

bool NativeCurvature::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  const std::size_t n = num_inputs() / 4;
  const auto x = in.first(n), d = in.subspan(n, n), x_along = in.subspan(2 * n, n), d_along = in.last(n);
  std::vector<double> moved(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(2 * n));
  std::ranges::copy(d_along, moved.begin() + static_cast<std::ptrdiff_t>(n));
  double value = 0;
  if (!tangent_->Evaluate(moved, {&value, 1}, why)) return false;
  out[0] = value;
  double size = 1, slope = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (x_along[i] == 0) continue;
    size = std::max(size, std::abs(x[i]));
    slope = std::max(slope, std::abs(x_along[i]));
  }
  const bool is_moved = std::ranges::any_of(d, [](double k) { return k != 0; });
  if (slope == 0 || !is_moved) return true;
  const double h = 1e-4 * size / slope;
  std::ranges::copy(d, moved.begin() + static_cast<std::ptrdiff_t>(n));
  constexpr std::array<std::pair<double, double>, 4> kStencil = {
      {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}}};
  for (const auto& [steps, weight] : kStencil) {
    for (std::size_t i = 0; i < n; ++i) moved[i] = x[i] + steps * h * x_along[i];
    if (!tangent_->Evaluate(moved, {&value, 1}, why)) return false;
    out[0] += weight * value / h;
  }
  return true;
}

}  // namespace daedalus::routine

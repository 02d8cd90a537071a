#include "daedalus/model/hybrid/input_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/check.h"
#include "daedalus/model/hybrid/instant_rounding.h"

namespace daedalus::hybrid {

bool InputValues::vary() const {
  return courses_ &&
         std::ranges::any_of(*courses_, [](const auto& course) { return course && !course->is_constant(); });
}

void InputValues::Set(const ModelInput& input, double value, const Put& put) {
  DAEDALUS_CHECK(input.HasCourse(), "the input was made for runs");
  put(input.cubic[0], value);
  for (std::size_t k = 1; k < input.cubic.size(); ++k) put(input.cubic[k], 0.0);
  put(input.at, 0.0);
}

void InputValues::ReadOne(const Hybrid& hybrid, std::size_t i, double t, const Put& put) const {
  // A step that has just left the event may be at its time up to rounding.
  const double rounding = 4 * InstantRounding(event_time_);
  const InputCourse::Cubic cubic = (*courses_)[i]->Read(t, t <= event_time_ + rounding);
  const ModelInput& input = hybrid.inputs[i];
  for (std::size_t k = 0; k < cubic.c.size(); ++k) put(input.cubic[k], cubic.c[k]);
  put(input.at, cubic.at);
}

void InputValues::Begin(const Hybrid& hybrid, double t, const Put& put) {
  event_time_ = t;
  if (!courses_) return;
  for (std::size_t i = 0; i < courses_->size(); ++i) {
    if ((*courses_)[i]) ReadOne(hybrid, i, t, put);
  }
}

void InputValues::Read(const Hybrid& hybrid, double t, const Put& put) const {
  if (!courses_) return;
  for (std::size_t i = 0; i < courses_->size(); ++i) {
    if ((*courses_)[i] && !(*courses_)[i]->is_constant()) ReadOne(hybrid, i, t, put);
  }
}

void InputValues::TakeGiven(const Hybrid& hybrid, const Put& put) {
  for (const auto& [i, value] : given_) {
    // A saved state may say anything.
    if (i < hybrid.inputs.size()) Set(hybrid.inputs[i], value, put);
  }
  given_.clear();
}

bool InputValues::TakeOver(const Hybrid& hybrid, double t, std::span<const double> held) {
  if (!courses_) return false;
  bool differ = false;
  for (std::size_t i = 0; i < courses_->size(); ++i) {
    if (!(*courses_)[i]) continue;
    const ModelInput& input = hybrid.inputs[i];
    InputCourse::Cubic present{held[input.at.index()], {}};
    for (std::size_t k = 0; k < present.c.size(); ++k) present.c[k] = held[input.cubic[k].index()];
    const double value = (*courses_)[i]->Read(t, true).Value(t);
    if (value == present.Value(t)) continue;
    differ = true;
    if ((*courses_)[i]->is_constant()) Give(i, value);
  }
  return differ;
}

double InputValues::NextBreak(double t) const {
  double next = std::numeric_limits<double>::infinity();
  if (!courses_) return next;
  for (const std::optional<InputCourse>& course : *courses_) {
    if (course) next = std::min(next, course->NextBreak(t));
  }
  return next;
}

}  // namespace daedalus::hybrid

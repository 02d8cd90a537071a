// How tables are read between and beyond their points: the enumerations of Modelica.Blocks.Types, by number.
#pragma once

namespace daedalus::native {

enum class Smoothness {
  kLinear = 1,
  kAkima = 2,  // continuous derivative
  kConstant = 3,
  kFritschButland = 4,  // continuous derivative, monotone where the data are
  kSteffen = 5,         // the same
  kModifiedAkima = 6,
};

enum class Extrapolation {
  kHoldLastPoint = 1,
  kLastTwoPoints = 2,  // along the derivative at the end
  kPeriodic = 3,
  kNone = 4,  // an error
};

enum class TimeEvents {
  kAlways = 1,
  kAtDiscontinuities = 2,
  kNever = 3,  // but at the ends
};

constexpr bool IsSpline(Smoothness smoothness) {
  return smoothness != Smoothness::kLinear && smoothness != Smoothness::kConstant;
}

}  // namespace daedalus::native

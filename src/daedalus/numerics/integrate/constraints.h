// Additional equations that a solution satisfies: 0 = g(t, y), invariants like an energy or a length.
//
// Methods are moved onto them after each step (projection.h), or take them into the iteration of the step
// (least_squares_step.h).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::integrate {

struct Constraints {
  std::int32_t size = 0;   // unknowns
  std::int32_t count = 0;  // constraints
  std::function<linear::EvalOutcome(double t, std::span<const double> y, std::span<double> g)> values;
  // dg/dy at the point of the last `values`, row by row.
  std::function<linear::EvalOutcome(double t, std::span<const double> y, std::span<double> rows)> gradients;
};

struct WeightedConstraints {
  Constraints constraints;
  std::vector<double> weights;  // of the constraints
  std::vector<double> units;    // of the unknowns, in which their corrections are measured
};

}  // namespace daedalus::integrate

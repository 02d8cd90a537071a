// A trial step of a fully implicit Runge-Kutta method: the data that all its parts share (fully_implicit.h).
#pragma once

#include <span>

#include "daedalus/numerics/integrate/runge_kutta/stage_tableau.h"

namespace daedalus::integrate {

struct StageStep {
  const StageTableau& tableau;
  double t = 0;  // at its start
  double h = 0;
  std::span<const double> y, yp;  // at its start

  double end() const { return t + h; }
};

}  // namespace daedalus::integrate

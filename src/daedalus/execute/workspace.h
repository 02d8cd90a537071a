// Where a Program is executed: all variables and derivatives of a system at one time. States, time and
// parameters are put in, everything else comes out; what was there before serves as the first guess of the
// loops.
#pragma once

#include <span>
#include <vector>

#include "daedalus/causal/program.h"
#include "daedalus/codegen/interpreter.h"

namespace daedalus::execute {

struct Workspace {
  double time = 0;
  std::vector<double> y, yp;
  std::span<const double> parameters;

  codegen::KernelInputs inputs() const { return {time, y.data(), yp.data(), parameters.data()}; }
  double& At(const Quantity& unknown) { return (unknown.is_derivative() ? yp : y)[unknown.variable.index()]; }
};

}  // namespace daedalus::execute

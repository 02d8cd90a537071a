// The methods of the derivative array for a segment. Ranks at the initial values give the index of the model;
// then the array of that order is compiled and integrated (array/array_integrator.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/numerics/integrate/own/choose_method.h"
#include "daedalus/programs/array/array_analysis.h"
#include "daedalus/programs/array/array_integrator.h"

namespace daedalus::simulate {

struct ArrayModel {
  const compile::PreparedModel& model;
  const std::vector<double>& parameters;
  std::span<const double> held;
  const RunSettings& settings;
};

struct MadeArray {
  std::unique_ptr<array::ArrayIntegrator> integrator;
  integrate::MethodChoice method;
};

// Explains why no array determines the derivatives.
Diagnostic ExplainNoIndex(const System& system, const array::ArrayAnalysis& analysis, double t);

// An error if the model has events, or if no array determines its derivatives.
Result<MadeArray> MakeArrayIntegrator(const ArrayModel& given, double t,
                                      const initialize::InitialValues& values, integrate::DaeProblem problem,
                                      integrate::Tolerances tolerances);

}  // namespace daedalus::simulate

// Initial values from the derivative array itself, for equations that are integrated by it (make_array.h): by
// Gauss-Newton from the start values to a point at which all equations, their derivatives and the initial
// equations hold (array/consistent_point.h). What is fixed stays; everything else moves as little as it must.
// Where equations have several solutions, start values are the only ones who know which is meant: so a point
// is looked for first at which all that were given hold, fixed or not.
//
// It needs no reduced system, and so is the way where structure cannot be reduced, or lies.
#pragma once

#include "daedalus/compile/given_model.h"
#include "daedalus/initialize/initial_values.h"
#include "daedalus/simulate/run_settings.h"

namespace daedalus::simulate {

enum class HeldAtStart { kFixed, kGiven };

// `guess`: of the variables.
Result<initialize::InitialValues> FindArrayStart(const compile::GivenModel& given,
                                                 const RunSettings& settings, std::span<const double> guess,
                                                 std::span<const double> held, HeldAtStart what);

}  // namespace daedalus::simulate

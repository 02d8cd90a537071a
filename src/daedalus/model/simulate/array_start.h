// Initial values from the derivative array itself, for equations that are integrated by it (make_array.h).
// Gauss-Newton iterations lead from the start values to a point where all equations, their derivatives and
// the initial equations hold (array/consistent_point.h). Fixed values stay; all others move as little as they
// must.
//
// Equations may have several solutions, and only start values tell which one is meant. So the search first
// looks for a point where all given start values hold, fixed or not.
//
// This needs no reduced system. It serves models whose structure cannot be reduced, or is wrong.
#pragma once

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/model/simulate/run_settings.h"

namespace daedalus::simulate {

enum class HeldAtStart { kFixed, kGiven };

// `guess` has one value for each variable.
Result<initialize::InitialValues> FindArrayStart(const compile::GivenModel& given,
                                                 const RunSettings& settings, std::span<const double> guess,
                                                 std::span<const double> held, HeldAtStart what);

}  // namespace daedalus::simulate

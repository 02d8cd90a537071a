// The slopes of the algebraic variables at the start.
//
// The equations do not contain them, but a multistep method predicts every unknown from its slope. With
// slopes of zero the first predictions of algebraic variables are wrong to first order: the step is refused
// until it is tiny. So we look a little ahead: the differential variables go on along their slopes, the
// equations give the algebraic ones there, and the difference quotient is the slope.
#pragma once

#include <span>

#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/programs/execute/dae_model.h"

namespace daedalus::initialize {

// How far that is.
double DistanceAhead(const execute::DaeModel& dae, std::span<const double> nominal, double time_scale,
                     const InitialValues& values);

// Fills in yp of the algebraic variables. Where the equations cannot be solved a little ahead they stay zero,
// which is slower and still right. `nominal` as in AttributeValues.
void EstimateAlgebraicSlopes(execute::DaeModel& dae, std::span<const double> nominal,
                             const ConsistentOptions& options, InitialValues& values);

}  // namespace daedalus::initialize

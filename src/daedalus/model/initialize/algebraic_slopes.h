// The slopes of the algebraic variables at the start.
//
// The equations do not contain them, but a multistep method predicts every unknown from its slope. With
// slopes of zero the first predictions of algebraic variables are wrong to first order, and steps are
// rejected until they are tiny. So we look a little ahead. The differential variables move along their
// slopes, the equations give the algebraic ones there, and the difference quotient is the slope.
#pragma once

#include <span>

#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/programs/execute/dae_model.h"

namespace daedalus::initialize {

// How far that is.
double DistanceAhead(const execute::DaeModel& dae, std::span<const double> nominal, double time_scale,
                     const InitialValues& values);

// Fills in yp of the algebraic variables. If the equations cannot be solved a little ahead, the slopes stay
// zero: slower, but still right. `nominal` as in AttributeValues.
void EstimateAlgebraicSlopes(execute::DaeModel& dae, std::span<const double> nominal,
                             const ConsistentOptions& options, InitialValues& values);

}  // namespace daedalus::initialize

// `homotopy(actual, simplified)` of a model (Modelica 3.6, section 3.7.4.3), with one parameter for the whole
// of it:
//
//   (1 - lambda) simplified + lambda actual,   lambda from 0 to 1                                         (1)
//
// A System is that with lambda = 1 and knows nothing of (1); where it has such calls, System::led is the same
// model with lambda as its last parameter. simulate/homotopy_start.h leads initial values over.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus {

// Of a led model: lambda becomes a constant, and is no parameter any more.
void SetHomotopy(System& led, double lambda);

// Takes (1) with this parameter out of a system: the actual model is left, and System::led is what it was.
void SeparateHomotopy(System& system, ParameterId lambda);

}  // namespace daedalus

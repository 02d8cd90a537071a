// `homotopy(actual, simplified)` of a model (Modelica 3.6, section 3.7.4.3), with one parameter for all
// calls:
//
//   (1 - lambda) simplified + lambda actual,   lambda from 0 to 1                                         (1)
//
// A System is the model with lambda = 1 and has no trace of (1). If it has such calls, System::led is the
// same model with lambda as its last parameter. simulate/homotopy_start.h follows (1) at the start.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus {

// Makes lambda of a led model a constant instead of a parameter.
void SetHomotopy(System& led, double lambda);

// Removes (1) with this parameter from a system: the actual model remains, and System::led is the original.
void SeparateHomotopy(System& system, ParameterId lambda);

}  // namespace daedalus

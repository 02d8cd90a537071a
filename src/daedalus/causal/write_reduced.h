// Writes the reduced system in the terms of a choice of states.
//
//   der(x), a dummy derivative           becomes the algebraic variable named `der(x)`
//   der(der(x)), where x' is a state     x' becomes the variable `der(x)` with the equation der(x) = 'der(x)'
#pragma once

#include <vector>

#include "daedalus/causal/derivative_columns.h"
#include "daedalus/structure/dummy_derivatives.h"
#include "daedalus/system/quantity.h"

namespace daedalus::causal {

// `system` is a copy of the one that the columns were made of, and becomes the reduced one. Returns for each
// column the quantity of the reduced system that it is there.
structure::PerColumn<Quantity> WriteReduced(System& system, const DerivativeColumns& columns,
                                            const structure::PantelidesResult& reduced,
                                            const structure::StateSelection& selection);

}  // namespace daedalus::causal

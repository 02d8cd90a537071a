// Writes the reduced system in the terms of a choice of states.
//
//   der(x), a dummy derivative           becomes the algebraic variable named `der(x)`
//   der(der(x)), where x' is a state     x' becomes the variable `der(x)` with the equation der(x) = 'der(x)'
#pragma once

#include <vector>

#include "daedalus/causal/derivative_columns.h"
#include "daedalus/structure/dummy_derivatives.h"

namespace daedalus::causal {

// Where a quantity is found among the unknowns of a system.
struct Place {
  VariableId variable;
  bool is_derivative = false;
};

// `system` is a copy of the one that the columns were made of, and becomes the reduced one. Returns the place
// of each column.
std::vector<Place> WriteReduced(System& system, const DerivativeColumns& columns,
                                const structure::PantelidesResult& reduced,
                                const structure::StateSelection& selection);

}  // namespace daedalus::causal

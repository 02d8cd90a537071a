// Writes the reduced system in the terms of a choice of states.
//
//   der(x), a dummy derivative           becomes the algebraic variable named `der(x)`
//   der(der(x)), where x' is a state     x' becomes the variable `der(x)` with the equation der(x) = 'der(x)'
//
// A constraint g that is kept by other means than dummy derivatives (KeptConstraints) gives its place to its
// highest derivative; g and its other derivatives are invariants.
//
// [Bau72] J. Baumgarte, "Stabilization of constraints and integrals of motion in dynamical systems", Comput.
// Methods Appl. Mech. Eng. 1 (1972) 1-16.
#pragma once

#include <vector>

#include "daedalus/programs/causal/derivative_columns.h"
#include "daedalus/structure/dummy_derivatives.h"
#include "daedalus/system/quantity.h"

namespace daedalus::causal {

struct KeptConstraints {
  std::vector<char> is_kept;  // per given equation; empty if none
  // Baumgarte's stabilisation [Bau72]: instead of the k-th derivative of g alone, (d/dt + rate)^k g = 0,
  // whose solutions return to g = 0 by themselves.
  double rate = 0;
};

// `system` is a copy of the one that the columns were made of, and becomes the reduced one. Returns for each
// column its quantity in the reduced system.
structure::PerColumn<Quantity> WriteReduced(System& system, const DerivativeColumns& columns,
                                            const structure::PantelidesResult& reduced,
                                            const structure::StateSelection& selection,
                                            const KeptConstraints& kept);

}  // namespace daedalus::causal

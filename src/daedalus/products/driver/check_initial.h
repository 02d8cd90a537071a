// check --initial: the whole consistent point at the start, and where each value comes from.
//
//   initial conditions  2 to choose                              which conditions hold, by structure
//     chosen    x = 0.6 (fixed, line 2)
//     assumed   vx = 0 (start value, not fixed)
//   initial values at time = 0
//     x   0.6   fixed
//     y  -0.8   implied by `x^2 + y^2 = 1`: Newton, 5 iterations; its start value was 0.1
//   largest residual: 2.2e-16 of its terms, in `x^2 + y^2 = 1`
//
// If there are too many conditions, it distinguishes those that hold (D0563) from those in conflict (D0401).
#pragma once

#include <optional>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

// The text; nullopt if there is no consistent point. All messages are in `diagnostics`.
std::optional<std::string> CheckInitial(const ModelOptions& model, SourceFiles& loaded,
                                        Diagnostics& diagnostics);

}  // namespace daedalus::driver

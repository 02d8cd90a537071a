// Checks the conditions that were left out of the plan because others determine the same: do the found values
// satisfy them?
//
// A condition holds if its residual is at most 1e-6 of the effect of changing its unknowns by their own size:
// a start value with seven digits is right. A condition that holds is redundant and reported as such. One
// that does not is in conflict with the others, by that amount.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/model/initialize/initial_plan.h"

namespace daedalus::initialize {

struct RedundantOutcome {
  std::vector<Diagnostic> conflicts;  // errors (D0401), the first few
  std::vector<Diagnostic> notes;      // initial equations that hold (D0563)
  std::vector<Diagnostic> remarks;    // fixed start values that do: many a library has them
};

// `y` and `yp` of all variables of the system of the plan.
RedundantOutcome CheckRedundant(const System& system, const InitialPlan& plan,
                                const AttributeValues& attributes, std::span<const double> parameters,
                                std::span<const double> held, double time, std::span<const double> y,
                                std::span<const double> yp);

}  // namespace daedalus::initialize

// Finds a discrete variable that an event has left without a finite value: a root of a negative number in a
// when-clause, or a function whose assertion failed. Nothing else would notice it, since no integrator ever
// sees a held value.
#pragma once

#include <optional>
#include <span>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/execute/dae_model.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// The first one among the model's own discrete variables.
std::optional<DiscreteId> FindUndefinedDiscrete(const Hybrid& hybrid, std::span<const double> held);

// `point` has the values that the event found.
Diagnostic ExplainUndefinedDiscrete(const System& system, DiscreteId id,
                                    const execute::EvaluationPoint& point,
                                    std::span<const double> parameters);

}  // namespace daedalus::simulate

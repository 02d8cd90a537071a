// A discrete variable that an event has left without a finite value: a root of a negative number in a
// when-clause, a function whose assertion failed. Nothing else would tell: such a value is held, and no
// integrator ever sees it.
#pragma once

#include <optional>
#include <span>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/dae_model.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// Of the model's own, the first.
std::optional<DiscreteId> FindUndefinedDiscrete(const Hybrid& hybrid, std::span<const double> held);

// `point` is what the event has found.
Diagnostic ExplainUndefinedDiscrete(const System& system, DiscreteId id,
                                    const execute::EvaluationPoint& point,
                                    std::span<const double> parameters);

}  // namespace daedalus::simulate

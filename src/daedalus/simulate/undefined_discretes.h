// A discrete variable that an event has left without a finite value: a root of a negative number in a when-clause, a function whose
// assertion failed. Nothing else would tell: such a value is held, and no integrator ever sees it.
#pragma once

#include <optional>
#include <span>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/dae_model.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// Of the model's own Reals and Integers, the first; `point` is what the event has found.
std::optional<Diagnostic> FindUndefinedDiscrete(const System& system, const execute::EvaluationPoint& point,
                                                std::span<const double> parameters);

}  // namespace daedalus::simulate

// Whether a run that cannot go on has gone beyond all bounds: x' = x^2 comes to infinity at a finite time (an
// escape), and what grows exponentially leaves the numbers that a computer has. No matrix is singular there,
// though it looks so in units of what x was: it is the growth that should be told.
#pragma once

#include <span>

#include "daedalus/compile/prepare_model.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/dae_model.h"

namespace daedalus::simulate {

// Adds to the message of a failure which state grows, if one does, and says whether. `began`: when the run
// began. `reference`: where these states began; may be null.
bool DescribeEscape(const compile::PreparedModel& model, const execute::DaeModel& dae,
                    std::span<const double> nominal, const execute::EvaluationPoint& last,
                    const execute::EvaluationPoint* reference, double began, Diagnostic& message);

}  // namespace daedalus::simulate

// Did a run end because its solution grows beyond all bounds? x' = x^2 reaches infinity at a finite time
// (finite escape), and exponential growth leaves the range of floating-point numbers. No matrix is singular
// there, although it looks so in units of what x was. So the message should report the growth.
#pragma once

#include <span>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/programs/execute/dae_model.h"

namespace daedalus::simulate {

// If a state grows, names it in the message of a failure and returns true. `began` is the start of the run.
// `reference` is the point where these states began, or null.
bool DescribeEscape(const compile::PreparedModel& model, const execute::DaeModel& dae,
                    std::span<const double> nominal, const execute::EvaluationPoint& last,
                    const execute::EvaluationPoint* reference, double began, Diagnostic& message);

}  // namespace daedalus::simulate

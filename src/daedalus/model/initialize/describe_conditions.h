// The initial conditions of a model in words: as a table for `analyze`, and as errors where they conflict.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"
#include "daedalus/model/initialize/explain_plan.h"

namespace daedalus::initialize {

// One line for each condition, at most `max_lines` of each kind:
//
//   initial conditions  2 to choose
//     chosen    x = 0.5 (fixed, line 4)
//     assumed   vx = 0 (start value, not fixed)
//     implied   y, by x^2 + y^2 = l^2 (line 12)
//     implied   vy, by the time derivative of x^2 + y^2 = l^2 (line 12)
std::string DescribeInitialConditions(const System& system, const InitialConditions& conditions,
                                      const Sources& sources, std::size_t max_lines = 12);

// An error for each conflict: which conditions contradict each other, and which to drop (D0401). For more
// than `most` conflicts, the first ones and the number of the others.
std::vector<Diagnostic> DescribeConflicts(const System& system, const InitialConditions& conditions,
                                          std::size_t most = 10);

// The place of a condition or an equation, and its text in backquotes.
Span SpanOf(const System& system, const InitialRow& row);
std::string ConditionName(const System& system, const InitialRow& row);

// "x^2 + y^2 = l^2", or "the time derivative of x^2 + y^2 = l^2" where it came by differentiation.
std::string EquationInWords(const System& system, const Equation& equation);

}  // namespace daedalus::initialize

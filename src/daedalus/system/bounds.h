// Checks values against the bounds of their declarations.
//
//   error     min > max; a parameter outside of its bounds; a fixed start value outside
//   warning   a start value outside that is a guess only; a nominal value below 0, of which the size is taken
//
// Elements of one declaration share one message, about the first of them. Bounds that are not numbers are
// ignored.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus {

struct Bounds {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

// "above its max of 2" or "below its min of 1"; the value is outside.
std::string OutsideText(const Bounds& bounds, double value);

// Checks a System with the values of its parameters.
std::vector<Diagnostic> CheckBounds(const System& system, std::span<const double> parameters);

// The variables that have bounds, and what they are.
struct BoundedVariable {
  VariableId variable;
  Bounds bounds;
};
std::vector<BoundedVariable> FindBoundedVariables(const System& system, std::span<const double> parameters);

}  // namespace daedalus

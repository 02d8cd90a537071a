// The numerical values of variables' attributes, once the parameters are known.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::initialize {

struct AttributeValues {
  std::vector<double> start;    // default 0, or what is nearest to it between min and max
  std::vector<double> nominal;  // positive; default 1
  std::vector<double> derived;  // of what a variable is a derivative of (Variable::derivative_order), the
                                // nominal value; else 0
  std::vector<double> min;      // default -infinity
  std::vector<double> max;      // default infinity
};

// A value that is not finite, or a nominal value of 0, is an error that names the declaration (D0403).
Result<AttributeValues> EvaluateAttributes(const System& system, std::span<const double> parameters);

}  // namespace daedalus::initialize

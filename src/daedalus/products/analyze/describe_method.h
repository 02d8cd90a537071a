// The theory of an integration method in words and tables, for `daedalus methods NAME`.
#pragma once

#include <vector>

#include "daedalus/numerics/integrate/suite/method_analysis.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/results/method_page.h"

namespace daedalus::analyze {

using AnalyzedFormulas = std::vector<integrate::AnalyzedFormula>;

// Properties, coefficients and sources; without formulas only what the list of methods says.
results::MethodPage DescribeMethod(const integrate::MethodInfo& method, const AnalyzedFormulas& formulas);

// The figures of the page: stability domains and damping. At least one formula.
void DrawMethod(const AnalyzedFormulas& formulas, results::MethodPage& page);

}  // namespace daedalus::analyze

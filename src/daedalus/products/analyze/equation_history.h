// The transformations of an equation since it was written, in sentences.
#pragma once

#include <string>
#include <vector>

#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/programs/causal/program.h"

namespace daedalus::analyze {

// The replacement of a removed variable: "uC", "-uC", "2 * p".
std::string AliasMeaning(const System& system, const causal::Alias& alias);

// "once", "twice", "3 times".
std::string TimesInWords(std::size_t times);

// ", and 2 parameters that are found at the start"; nothing where there are none.
std::string KeptInWords(const System& given);

// Of an equation of explanation.analysis.system, oldest first: substitutions and differentiations.
std::vector<std::string> HistoryOf(const StructureExplanation& explanation, const Equation& equation);

}  // namespace daedalus::analyze

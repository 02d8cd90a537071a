// delay(e, d, dmax) with a varying d, and spatialDistribution, as texts.
#pragma once

#include <functional>
#include <string>

#include "daedalus/system/system.h"

namespace daedalus {

// "$past2.c1": the parts of a recall have no name in the language.
std::string RecalledName(const Hybrid& hybrid, HeldId held);

// A recall is a polynomial in the distance from `at`. In flat text `at` is the place itself, and so the call
// remains. `text` prints an expression.
std::string PartOfRecall(const System& system, HeldId held, const std::function<std::string(ExprId)>& text);

}  // namespace daedalus

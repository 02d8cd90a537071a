// C code that solves the loops of an exported step: elimination of full matrices, elimination in a fixed
// pattern with fixed pivots, and the compromise of least squares (linear/compromise.h). The caller provides
// work arrays, so nothing is allocated.
#pragma once

#include <string>

namespace daedalus::exported {

// The static functions that this text calls.
std::string CSolversFor(const std::string& text);

}  // namespace daedalus::exported

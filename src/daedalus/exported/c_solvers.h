// What solves the loops of an exported step, in C: elimination of full matrices, elimination in a fixed
// pattern with fixed pivots, and the compromise of least squares (linear/compromise.h). Work arrays are the
// caller's, so nothing is allocated.
#pragma once

#include <string>

namespace daedalus::exported {

// The static functions that this text calls.
std::string CSolversFor(const std::string& text);

}  // namespace daedalus::exported

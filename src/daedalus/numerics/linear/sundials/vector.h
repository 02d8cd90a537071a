// SUNDIALS vectors with our own loops.
//
// Debian compiles SUNDIALS without optimisation: on large problems most of a step of IDA goes into its serial
// vector operations (a profile of the RC chain with 6*10^4 unknowns: 60 %). A vector carries a table of its
// operations, and clones inherit it; so a serial vector with some entries replaced is all it takes. Sums are
// taken in eight interleaved parts, which is faster and no less accurate than one after the other.
#pragma once

#include <cstdint>

#include "daedalus/numerics/linear/sundials/handles.h"

namespace daedalus::linear {

VectorHandle NewVector(std::int32_t n, SUNContext context);
// A vector over memory that someone else owns; give it some with N_VSetArrayPointer.
VectorHandle NewShellVector(std::int32_t n, SUNContext context);

}  // namespace daedalus::linear

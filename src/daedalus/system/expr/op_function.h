// Operations of one and two numbers as C functions, for machine code that calls what it does not compute with
// instructions of its own.
#pragma once

#include "daedalus/system/expr/op.h"

namespace daedalus::expr {

// double (*)(double) or double (*)(double, double), which does what apply.h says.
void* FunctionOf(Op op);

}  // namespace daedalus::expr

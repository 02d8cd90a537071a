// The functions that machine code calls instead of computing with instructions of its own. Both executions go
// through the same definitions (expr/apply.h) and therefore the same C library.
#pragma once

#include <string>
#include <vector>

#include "daedalus/programs/codegen/tape.h"

namespace daedalus::codegen {

struct MathFunction {
  TapeOp op;
  std::string symbol;  // "daedalus_sin": not a name that LLVM knows and would compute by itself
  int num_arguments;
  void* address;  // double (*)(double) or double (*)(double, double)
};

std::vector<MathFunction> MathFunctions();

// The definition of an operation of one or two registers, as a function of one or two numbers.
void* FunctionOf(TapeOp op);

}  // namespace daedalus::codegen

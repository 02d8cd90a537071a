// The interpreter of tapes: the reference execution, and the one that starts at once.
//
// A group is run in batches of instances: each instruction is one loop over the lanes of a batch, so that the
// cost of dispatch is shared by the lanes and the compiler vectorises the loops. A register is therefore a
// row of `kLanes` doubles; a group of one instance uses rows of one. All memory is taken when the interpreter
// is made.
#pragma once

#include <vector>

#include "daedalus/codegen/kernel_program.h"

namespace daedalus::codegen {

class Interpreter {
 public:
  static constexpr std::uint32_t kLanes = 128;

  explicit Interpreter(const KernelProgram& program);
  // Writes the outputs of one group of that program, whose constants are among the inputs.
  void Run(const KernelProgram& program, const KernelGroup& group, const KernelInputs& inputs, double* out);

 private:
  std::vector<double> registers_;
};

}  // namespace daedalus::codegen

// The interpreter: the reference execution, and the one that starts at once.
//
// Groups of few instances are run as one straight line (straight_line.h), the others by their tapes. Such a
// group is run in batches of instances: each instruction is one loop over the lanes of a batch. So the lanes
// share the cost of dispatch, and the compiler vectorises the loops. A register is therefore a row of
// `kLanes` doubles; a tape of one instance that is too long for the line uses rows of one. All memory is
// taken when the interpreter is made.
#pragma once

#include <vector>

#include "daedalus/programs/codegen/kernel_program.h"
#include "daedalus/programs/codegen/straight_line.h"

namespace daedalus::codegen {

class Interpreter {
 public:
  static constexpr std::uint32_t kLanes = 128;

  // `line` is that of the program.
  Interpreter(const KernelProgram& program, const StraightLine& line);
  // Writes all outputs of the program, whose constants are among the inputs.
  void Run(const KernelProgram& program, const StraightLine& line, const KernelInputs& inputs, double* out);
  // Runs the line alone, or one group.
  void Run(const StraightLine& line, const KernelInputs& inputs, double* out);
  // Registers for assembled code of the line (line_assembler.h).
  double* line_registers() { return line_.data(); }
  void Run(const KernelProgram& program, const KernelGroup& group, const KernelInputs& inputs, double* out);

 private:
  std::vector<double> registers_;  // of a batch
  std::vector<double> calls_;      // arguments and results of a batch, and of one lane
  std::vector<double> line_;       // of the straight line; the fixed ones keep their values
};

}  // namespace daedalus::codegen

// Machine code: the tapes of a kernel program compiled by LLVM, in process.
//
// Linking LLVM costs milliseconds at every start of a program, so the compiler is a separate shared module,
// loaded when it is first asked for. Where it is missing, the caller gets the reason and the interpreter
// simply goes on.
//
//   - A group of several instances becomes one function, with one loop over the instances. Groups of a single
//     instance are packed, some twenty to fifty equations a function: LLVM is superlinear in straight-line
//     code.
//   - Functions that stay functions are compiled first (routine_code.h), and called directly.
//   - A tape longer than a limit stays with the interpreter, for the same reason.
//   - No fast-math, no contraction to fused multiply-add; transcendental functions are called through the
//     same definitions that the interpreter uses. The results are the interpreter's, bit for bit, but for the
//     sign and payload of a NaN.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/programs/codegen/kernel_program.h"

namespace daedalus::codegen {

struct MachineCodeOptions {
  // 0: fastest compilation. 1: some optimisation. 2: loops are vectorised as well. Measured
  // (bench/codegen_bench, x86-64, LLVM 19): level 2 compiles two to six times as long as level 0; its code is
  // up to twice as fast in large loops without calls, and not clearly faster in straight lines.
  int optimization_level = 0;
  // Loops over at least so many instances have a level of their own: there, optimisation soon pays.
  std::uint32_t large_loop = 2000;
  int large_loop_level = 2;
  std::uint32_t longest_tape = 5000;             // in instructions; longer ones are interpreted
  std::uint32_t instructions_a_function = 1000;  // straight-line groups packed into one function
  std::uint32_t longest_routine = 10000;  // in instructions of its byte code; longer ones are interpreted
  const std::atomic<bool>* cancelled = nullptr;  // set from outside: compiling ends soon; may be null
  std::string module_path;                       // empty: beside the program, in ../lib or in its own folder
};

struct MachineCodeStatistics {
  std::size_t num_functions = 0;
  std::size_t num_ir_instructions = 0;  // before optimisation
  double seconds = 0;
};

// Computes some groups of a program into `out`, which overlaps no other array. `blocks` are those of
// KernelInputs.
using KernelFunction = void (*)(double time, const double* const* blocks, const std::uint32_t* indices,
                                double* out);

struct MachineCode {
  std::vector<KernelFunction> functions;
  std::vector<std::uint32_t> interpreted_groups;  // those that no function computes
  MachineCodeStatistics statistics;
  std::shared_ptr<void> owner;  // keeps the code in memory
};

// The error is a sentence fragment: why there is no machine code. Safe to call from a background thread.
Expected<MachineCode, std::string> CompileToMachineCode(const KernelProgram& program,
                                                        const MachineCodeOptions& options = {});

}  // namespace daedalus::codegen

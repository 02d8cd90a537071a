// Machine code for functions that stay functions (routine/routine.h): their byte code compiled by LLVM, with
// loops.
//
//   - Registers become values in registers of the processor. Those that hold whole numbers
//     (routine/whole_numbers.h) become integers. Runs of registers that are reached by a subscript become
//     memory on the stack.
//   - Each operation is the interpreter's, in its order, without contraction and fast-math: the same bits,
//     but for the sign and payload of a NaN. Subscripts are checked, and steps and levels counted, as in the
//     interpreter (routine/run_state.h). So a function fails in machine code exactly when it fails in the
//     interpreter.
//   - Routines that call each other are compiled together. Functions that are not routines (tables, native
//     functions) are called through their interface.
//
// A routine is compiled once and keeps its code: kernels share it, as they share the routine.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/programs/codegen/kernel_program.h"
#include "daedalus/programs/codegen/machine_code.h"
#include "daedalus/system/expr/function.h"

namespace daedalus::codegen {

// Compiles the routines among the functions, and the routines that they call. Returns the reason of a
// failure; the interpreter continues then.
std::optional<std::string> CompileRoutines(std::span<const std::shared_ptr<const expr::Function>> functions,
                                           const MachineCodeOptions& options = {});

// Instructions of byte code that would be compiled for them: those that have no code yet, each routine once.
std::size_t CountRoutineInstructions(std::span<const std::shared_ptr<const expr::Function>> functions,
                                     const MachineCodeOptions& options = {});

// Routines among the functions, and those that they call, have no assembled code from now on.
void KeepInterpreted(std::span<const std::shared_ptr<const expr::Function>> functions);

// The functions that the tapes of a program call.
std::vector<std::shared_ptr<const expr::Function>> CalledFunctions(const KernelProgram& program);

}  // namespace daedalus::codegen

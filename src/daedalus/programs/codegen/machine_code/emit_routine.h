// Routines as LLVM functions of type RoutineFunction (routine/routine.h), one for each unit.
//
// The emitter is plain: a scalar is a variable on the stack, which LLVM makes a value; control follows the
// byte code, block by block. An array that is only read stays where it is: among the arguments, or among the
// constants of the module. Other arrays are on the stack or, if they are large, in the frames of the thread.
#pragma once

#include <llvm/IR/Module.h>

#include <span>
#include <string>

#include "daedalus/programs/codegen/machine_code_module.h"

namespace daedalus::codegen {

std::string RoutineName(std::size_t unit);

void EmitRoutines(std::span<const RoutineUnit> units, const MachineCodeRuntime& runtime,
                  llvm::Module& module);

}  // namespace daedalus::codegen

// The interpreter of routines, and the two instructions whose work assembled code (assemble.h) leaves to it.
// All return false after a failure, and `why` gets the reason unless it is nullptr.
#pragma once

#include <string>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// All instructions, over the registers of the frame.
bool Execute(const Routine& routine, double* registers, std::string* why);

// kCall.
bool CallFunction(const Routine& routine, const Instruction& i, double* registers, std::string* why);
// Those about arrays in the arena.
bool ExecuteInArena(const Instruction& i, double* registers, RunState& run, std::string* why);

}  // namespace daedalus::routine

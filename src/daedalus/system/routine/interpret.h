// The interpreter of routines, and the two kinds of instructions that assembled code (assemble.h) leaves to
// it. All functions return false after a failure, and then write the reason to `why` unless it is nullptr.
#pragma once

#include <string>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// Executes all instructions on the registers of the frame.
bool Execute(const Routine& routine, double* registers, std::string* why);

// Executes kCall.
bool CallFunction(const Routine& routine, const Instruction& i, double* registers, std::string* why);
// Executes instructions about arrays in the arena.
bool ExecuteInArena(const Instruction& i, double* registers, RunState& run, std::string* why);

}  // namespace daedalus::routine

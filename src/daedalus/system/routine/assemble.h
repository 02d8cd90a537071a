// Byte code translated to machine code of x86-64 at once. An operation becomes one or two instructions of the
// processor, all registers stay in memory, and the rest are calls. Assembling costs less than a microsecond
// for each instruction of byte code. The result is up to ten times as fast as the interpreter, so it pays
// after a few calls, at the start, in events and in the run. In a long run, code of a compiler
// (codegen/routine_code.h) replaces it. That code costs a thousand times as much to make.
//
// Operations compute exactly what expr/apply.h computes, in the same order. So results equal those of the
// interpreter to the last bit, except for the sign and payload of a NaN. Steps are counted as in run_state.h.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "daedalus/system/routine/routine_body.h"
#include "daedalus/system/routine/run_state.h"

namespace daedalus::routine {

class Routine;

struct AssembledRoutine {
  // Executes all instructions over the registers of a frame; 0 after a failure.
  using Function = std::int32_t (*)(double* registers, RunState* run);
  Function function = nullptr;
  // Registers other than inputs that have a value at the start. Registers that no instruction reads are left
  // out.
  std::vector<std::pair<Register, double>> initial;
  std::vector<double> constants;  // the code reads them here
  std::shared_ptr<const std::uint8_t> memory;
};

// nullptr if the processor or system is another one, or if there is no memory for code. The routine must
// outlive its code.
std::unique_ptr<const AssembledRoutine> Assemble(const Routine& routine);

}  // namespace daedalus::routine

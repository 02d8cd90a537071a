// Byte code as machine code of x86-64, assembled at once: one or two instructions of the processor for each
// operation, all registers in memory, calls for the rest. It costs less than a microsecond for each
// instruction and is up to ten times as fast as the interpreter, so it pays after a few calls, wherever they
// are made: at the start, in events, in the run. Code of a compiler (codegen/routine_code.h), which costs a
// thousand times as much, replaces it in a long run.
//
// Operations are those of expr/apply.h in their order, so results are those of the interpreter to the last
// bit (but for the sign and payload of a NaN). Steps are counted as there (run_state.h).
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
  // The registers that have a value at the start, besides inputs; what is not read does not need one.
  std::vector<std::pair<Register, double>> initial;
  std::vector<double> constants;  // the code reads them here
  std::shared_ptr<const std::uint8_t> memory;
};

// nullptr: another processor or system, or no memory for code. The routine outlives its code.
std::unique_ptr<const AssembledRoutine> Assemble(const Routine& routine);

}  // namespace daedalus::routine

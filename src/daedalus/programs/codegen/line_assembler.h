// Machine code for a straight line (straight_line.h), by the simplest translation there is: each operation
// becomes its one instruction, with operands in memory. It takes microseconds, while loading LLVM alone takes
// tens of milliseconds. So a run of a small model has machine code from its first step.
//
//   - Literals, time and results are in the registers of the line. Inputs stay where they are; registers of
//     the processor hold the addresses of their blocks.
//   - The last result is in xmm0. If only the next operation uses it, it is not stored. Outputs are stored as
//     soon as they are computed.
//   - Operations without an instruction are called, by the definition that the interpreter uses
//     (expr/apply.h).
//
// The operations are the interpreter's, in its order, without contraction: the bits are the same, but for the
// sign and payload of a NaN.
//
// x86-64 with the System V calling convention (SSE2, which every x86-64 has). Encodings: Intel 64 and IA-32
// Architectures Software Developer's Manual, vol. 2. Other machines run the interpreter until LLVM is ready.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/programs/codegen/straight_line.h"

namespace daedalus::codegen {

// `registers` are those of the line, the fixed ones filled in; `out` overlaps nothing else.
using LineFunction = void (*)(double time, const double* const* blocks, double* registers, double* out);

// The bytes of a LineFunction. Empty where this machine has no assembler, or the line something that it does
// not do: derivatives of higher order, or indices beyond its reach.
std::vector<std::uint8_t> AssembleLine(const StraightLine& line);

}  // namespace daedalus::codegen

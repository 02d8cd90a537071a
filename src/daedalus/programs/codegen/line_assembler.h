// Machine code for a straight line (straight_line.h), by the simplest translation there is: each operation
// becomes its one instruction, with operands in memory. It takes microseconds, where LLVM takes tens of
// milliseconds to be loaded alone, so that a run of a small model has code of its own from its first step.
//
//   - Literals, time and results live in the registers of the line, inputs stay where they are: the addresses
//     of the blocks are kept in registers of the processor.
//   - The last result is in xmm0. Where the next operation takes it from there and nobody else asks for it,
//     it is not stored. Outputs are stored as soon as they are computed.
//   - What has no instruction of its own is called, by the definition that the interpreter uses
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

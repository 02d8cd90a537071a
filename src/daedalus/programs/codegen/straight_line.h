// The groups of a kernel program that have few instances, as one straight line of instructions. The
// interpreter runs it for small models, where a batch has no lanes to share the cost of dispatch.
//
// A tape spends half of its instructions on fetching and storing. Here every value has its own register, so
// fetching and storing are done beforehand, or in two tight loops:
//
//   registers   [ fixed | time | inputs | results ... ]
//
//   - literals and constants stand in the first registers for good;
//   - time and the inputs are copied after them at each run, each entry of a block once, however many groups
//     read it;
//   - an operation that was done before on the same registers is not done again (value numbering, [Aho07]
//     sec. 8.5): equations share products, and the entries of a Jacobian even more;
//   - outputs are copied from their registers at the end.
//
// The operations are those of the tapes, in their order: the bits are the same.
//
// [Aho07] Aho, Lam, Sethi, Ullman, Compilers: Principles, Techniques and Tools, 2nd ed. 2007.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/programs/codegen/kernel_program.h"

namespace daedalus::codegen {

struct StraightLine {
  struct Input {
    InputBlock block;
    std::uint32_t entry;
  };
  // Its result goes to the next register.
  struct Operation {
    TapeOp op;
    std::uint32_t a = 0, b = 0, c = 0;  // registers
  };
  struct Output {
    std::uint32_t from;  // a register
    std::uint32_t to;    // which output of the program
  };

  std::vector<double> fixed;
  std::vector<Input> inputs;
  std::vector<Operation> code;  // nothing is loaded or stored
  std::vector<Output> outputs;
  std::vector<std::uint32_t>
      other_groups;  // of the program: those with many instances, too long, or with calls

  std::uint32_t time_register() const { return static_cast<std::uint32_t>(fixed.size()); }
  std::uint32_t first_input() const { return time_register() + 1; }
  std::uint32_t first_result() const { return first_input() + static_cast<std::uint32_t>(inputs.size()); }
  std::uint32_t num_registers() const { return first_result() + static_cast<std::uint32_t>(code.size()); }
};

struct StraightLineOptions {
  std::uint32_t most_instances = 4;  // from here on lanes are cheaper
  // Above, registers of their own for all values would not stay in the nearest cache.
  std::uint32_t most_instructions = 2000;
};

StraightLine MakeStraightLine(const KernelProgram& program, const StraightLineOptions& options = {});

}  // namespace daedalus::codegen

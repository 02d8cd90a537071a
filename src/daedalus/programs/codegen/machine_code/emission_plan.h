// Which groups of a program go into which function, and how much optimisation each function is worth.
//
// LLVM is superlinear in straight-line code, so functions are kept small. Optimisation costs time for every
// instruction compiled and saves time for every instance run: it is worth it first for loops over many
// instances.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/programs/codegen/machine_code.h"

namespace daedalus::codegen {

struct FunctionPlan {
  std::vector<std::uint32_t> groups;  // of a loop: one; of straight-line code: groups of a single instance
  bool is_loop = false;
  int optimization_level = 0;
};

struct MachineCodePlan {
  std::vector<FunctionPlan> functions;
  std::vector<std::uint32_t> interpreted_groups;
};

MachineCodePlan PlanFunctions(const KernelProgram& program, const MachineCodeOptions& options);

}  // namespace daedalus::codegen

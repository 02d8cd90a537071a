// What kind of system is this? States, index, and the blocks in the order of execution, of a system of index
// 0 or 1.
#pragma once

#include <cstddef>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/build_program.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct Analysis {
  System system;  // the given one, with the solved equations in its graph
  SystemIncidence incidence;
  Solvability solvability;
  Program program;
  std::size_t largest_block = 0;

  bool IsDerivative(VariableId v) const { return incidence.is_differential[v.index()] != 0; }
};

// Fails as CheckSolvability does.
Result<Analysis> Analyze(System system, const PivotContext& pivots = {}, const ProgramOptions& options = {});

}  // namespace daedalus::causal

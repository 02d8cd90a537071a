// How one block of the initial problem was solved: what it found, from which equations and conditions, and by
// which rung of the ladder (nonlinear/block_solver.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/model/initialize/initial_structure.h"
#include "daedalus/numerics/nonlinear/block_solver.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/system/quantity.h"

namespace daedalus::initialize {

struct SolvedBlock {
  std::vector<Quantity> unknowns;
  std::vector<InitialRow> rows;  // as many
  causal::BlockKind kind = causal::BlockKind::kAssignment;
  nonlinear::Rung rung = nonlinear::Rung::kNone;  // none: Newton's iteration, or no iteration at all
  std::int64_t iterations = 0;
};

// "fixed", "assumed: its start value, which is not fixed", "initial equation `x = 1`", "implied by `x^2 + y^2
// = 1`: Newton, 4 iterations", "implied by a loop of 3 equations: linear, 1 iteration".
std::string HowFound(const System& system, const SolvedBlock& block);

}  // namespace daedalus::initialize

// What the solver of an algebraic loop reports: why it failed, what it left open, what else it found, and how
// much it worked. Plain values, shared by all ways to solve a loop (loop_solver.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/programs/causal/square_problem.h"

namespace daedalus::execute {

struct LoopFailure {
  std::string reason;                       // a sentence fragment
  std::optional<EquationId> equation = {};  // the residual equation that is worst, or not finite
  std::optional<Quantity> unknown = {};     // the tearing variable without a pivot
  bool is_fold = false;                     // the loop is about to leave its branch
};

// Some unknowns kept their values because nothing determines them.
struct Undetermined {
  LoopFailure what;
  double time = 0;
};

// At a start: a solution that was not taken, and the distances of both from the guess.
struct OtherSolution {
  std::vector<std::pair<Quantity, double>> values;
  double distance = 0, distance_of_taken = 0;
};

struct LoopStatistics {
  std::int64_t solved = 0;      // times the loop was solved
  std::int64_t iterations = 0;  // of Newton, in all
  std::int64_t damped = 0;      // times the damped iteration was needed
  std::int64_t relaxed = 0;     // times the relaxation was enough
  std::int64_t factored = 0;    // times its matrix was
};

}  // namespace daedalus::execute

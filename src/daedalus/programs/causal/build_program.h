// From equations to a Program (program.h): the blocks in the order of execution, each one solved, torn or
// left whole.
//
// Steps: (1) the block lower triangular form of the problem (square_problem.h). (2) A block of one equation
// that is linear in its unknown, with a factor that cannot vanish, is solved for it (affine.h,
// sign_analysis.h). Otherwise it is a loop of one equation, torn by its unknown. (3) A loop of several
// equations is torn. The pivots get their costs (pivot_cost.h), and an algorithm of structure/tearing*.h
// chooses the tearing variables. More are added where errors would grow (tearing_growth.h), and the inner
// equations are solved. (4) A cost model decides how the loop is solved at run time (block_cost.h), unless an
// option does. A loop that is not torn has all its unknowns as tearing variables and no assignments.
//
// Cost: nearly linear; 10^6 single equations take 2.4 s (one core of the development machine, 2026), most of
// it to build what was solved. Expressions for the assignments are built in the graph of the system, which
// changes in no other way. Nothing can fail. If a published tearing algorithm reaches a dead end, or the
// exact one would take too long, the greedy one is used.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "daedalus/programs/causal/block_cost.h"
#include "daedalus/programs/causal/pivot_cost.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/square_problem.h"
#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/matching.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

enum class TearingAlgorithm : std::uint8_t {
  kGreedy,         // structure/tearing_greedy.h
  kHeuristic,      // Cellier & Kofman 7.4
  kWideHeuristic,  // Cellier & Kofman 8.9
  kExact,          // the fewest, for loops of up to structure::kMaxExactTearing
  kNone,           // all unknowns are tearing variables
};
// greedy, 7.4, 8.9, exact, none: as options spell them.
std::string_view NameOf(TearingAlgorithm algorithm);
std::optional<TearingAlgorithm> TearingAlgorithmNamed(std::string_view name);

struct ProgramOptions {
  TearingAlgorithm tearing = TearingAlgorithm::kGreedy;
  // Pivots that cost more are not used in loops. An equation alone has no choice: it is solved if that is
  // safe.
  structure::PivotCost max_pivot_cost = kTenTimesSmaller;
  // How much an error of a tearing variable may grow in a loop (tearing_growth.h).
  double max_growth = 1e5;
  // If set, this method is used for all loops for which it is possible; the others are torn.
  std::optional<BlockMethod> loop_method = std::nullopt;
  BlockCostOptions costs = {};
  // Sparse loops are torn as far as their matrices gain no entries by it (structure/tearing_sparse.h), and
  // not left whole.
  bool condenses = false;
  // Per variable: its guess is worth something. In nonlinear loops such variables are torn, so that the
  // iteration starts from their guesses. Empty: none.
  std::vector<char> guessed = {};
};

// `matching`: of the equations and unknowns of the problem, perfect.
Program BuildProgram(System& system, const SquareProblem& problem, const structure::Matching& matching,
                     const PivotContext& pivots = {}, const ProgramOptions& options = {});
// Builds the Program of the causal form (causal/solvability.h has its matching).
Program BuildProgram(System& system, const SystemIncidence& incidence, const structure::Matching& matching,
                     const PivotContext& pivots = {}, const ProgramOptions& options = {});

}  // namespace daedalus::causal

// Relaxation: a linear torn loop solved by symbolic Gaussian elimination without pivoting, in the order of
// the tearing (Cellier & Kofman 7.5).
//
// Order the inner unknowns x as they are assigned, and put the tearing variables z last. Then the matrix of
// the loop is lower triangular except for the columns of z:
//
//   L x + C z = b        inner equations, with a safe pivot on the diagonal of L
//   R x + T z = d        residual equations
//
// Steps: (1) row by row, x_i = h_i - sum_t g_it z_t, where a row uses the h and g of the rows before it; this
// is (7.39) by rows. (2) The same in the residual equations leaves S z = s. (3) S is eliminated without
// pivoting, its rows arranged so that no diagonal entry is structurally zero. (4) The tearing variables from
// the last to the first, then the inner unknowns by their assignments as they stand, as in (7.48).
//
// Whatever is not a leaf, a number or a multiple of one gets a name: an auxiliary variable. Auxiliaries are
// addressed as variables with the ids `first_auxiliary`, `first_auxiliary` + 1, ..., which a caller places
// after those of the system. So a step is an assignment like any other, and is compiled like one.
//
// Without pivoting there is no bound on the growth of errors. So every pivot that is not known to be safe has
// a guard: |pivot| must not be small compared with `scale`. `scale` sums the absolute values of the terms
// that it was computed from (a small pivot is then left by cancellation) and of the entries below it (the
// multipliers would be large). Evaluate the guards after the steps: a division by zero has made them NaN,
// which fails too. Where one fails, the loop is to be solved by LU with pivoting.
//
// Cost: that of block_cost.h, once for building and at every evaluation.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/square_problem.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct RelaxedBlock {
  struct Step {
    Quantity target;  // an unknown of the block or an auxiliary
    ExprId value;
  };
  struct Guard {
    ExprId pivot;
    ExprId scale;
  };
  std::vector<Step> steps;  // in the order of execution
  std::vector<Guard> guards;
  std::uint32_t num_auxiliaries = 0;
};

// Six of the sixteen digits may be lost.
constexpr double kSmallestPivot = 1e-6;
inline bool IsGood(double pivot, double scale) {
  return std::abs(pivot) > kSmallestPivot * scale;
}

// Relaxes a linear block that is torn; `equations` is the list of its problem. nullopt if the matrix S is
// structurally singular.
std::optional<RelaxedBlock> Relax(System& system, const EquationList& equations, const Program& program,
                                  const Block& block, VariableId first_auxiliary);

}  // namespace daedalus::causal

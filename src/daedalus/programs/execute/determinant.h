// The determinant of the matrix of a loop: along a run its sign tells whether a singular position was passed
// (branch_watch.h).
#pragma once

#include <cmath>
#include <optional>
#include <span>

#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::execute {

struct Determinant {
  int sign = 0;
  double log_size = 0;
};

// Of the values in the order of the pattern of the solver; nothing where the matrix is singular. `pivots`:
// one for each row, a work array.
inline std::optional<Determinant> DeterminantOf(linear::LinearSolver& solver, std::span<const double> values,
                                                std::span<double> pivots) {
  if (!linear::AreFinite(values)) return std::nullopt;
  if (pivots.size() == 1 && values.size() == 1) {
    if (values[0] == 0) return std::nullopt;
    return Determinant{values[0] > 0 ? 1 : -1, std::log(std::abs(values[0]))};
  }
  if (solver.Factor(values) != linear::FactorStatus::kOk) return std::nullopt;
  Determinant out{solver.Pivots(pivots)};
  for (const double pivot : pivots) out.log_size += std::log(pivot);
  return out;
}

}  // namespace daedalus::execute

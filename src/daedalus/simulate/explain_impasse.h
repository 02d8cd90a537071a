// Whether a run that cannot go on has come to a singular point, where its solution ends (an impasse; P. J.
// Rabier, W. C. Rheinboldt, SIAM J. Math. Anal. 25 (1994) 54-68): the matrix of the equations with respect to
// what they determine, y' of differential variables and y of the others, is singular there.
//
// The matrix is block triangular, so that it is singular where one of its blocks is. They are measured one by
// one, in the order in which they are computed: where positions are not determined, velocities and forces are
// not either, and it is the positions that should be named. Rows are in units of their largest term, here or
// at a reference point (all terms of y^3 - y = u vanish together where y^2 = 1/3), unknowns in nominal units;
// a singular value below 1e-3 is one. Its right vector says which unknowns are not determined, its left
// vector which equations say nothing about them to the first order.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/compile/prepare_model.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/dae_model.h"

namespace daedalus::simulate {

// Of the least singular value.
constexpr double kSingular = 1e-3;

struct Singularity {
  double value = 0;  // the least singular value of all blocks
  // Of the first block that is singular, of the one with that value where none is: those with a part in its
  // vectors, the largest part first.
  std::vector<EquationId> equations;
  std::vector<VariableId> unknowns;  // themselves, or their derivatives where they are differential
  std::vector<double>
      directions;  // of the unknowns: what they may change by together, in their own units, the largest by 1
};

// At a point, where a loop of more than 300 unknowns is left out; nothing where the equations cannot be
// evaluated. `reference` may be null.
std::optional<Singularity> MeasureSingularity(const compile::PreparedModel& model, execute::DaeModel& dae,
                                              std::span<const double> nominal,
                                              const execute::EvaluationPoint& point,
                                              const execute::EvaluationPoint* reference);

// Adds to the message of a failure what the point tells, if it is singular: the equations, the unknowns, and
// the start values to look at first.
void DescribeImpasse(const compile::PreparedModel& model, execute::DaeModel& dae,
                     std::span<const double> nominal, const execute::EvaluationPoint& last,
                     const execute::EvaluationPoint* reference, Diagnostic& message);

}  // namespace daedalus::simulate

// Did a run end at a singular point, where its solution ends (an impasse; P. J. Rabier, W. C. Rheinboldt,
// SIAM J. Math. Anal. 25 (1994) 54-68)? At such a point the Jacobian with respect to the unknowns is
// singular. The unknowns are y' of differential variables and y of the others.
//
// The matrix is block triangular, so it is singular exactly if one of its blocks is. The blocks are measured
// one by one, in the order of execution: if positions are not determined, velocities and forces are not
// either, and the message should name the positions. Rows are in units of their largest term, here or at a
// reference point (all terms of y^3 - y = u vanish together where y^2 = 1/3). Unknowns are in nominal units.
// A block counts as singular if its least singular value is below 1e-3. The right singular vector tells which
// unknowns are not determined. The left one tells which equations do not depend on them to first order.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/programs/execute/dae_model.h"

namespace daedalus::simulate {

// The bound of the least singular value.
constexpr double kSingular = 1e-3;

struct Singularity {
  double value = 0;  // the least singular value of all blocks
  // Of the first singular block, or of the block with the least value if none is singular: the equations and
  // unknowns with a part in its singular vectors, the largest part first.
  std::vector<EquationId> equations;
  std::vector<VariableId> unknowns;  // their derivatives if they are differential
  std::vector<double> directions;    // of the unknowns: a joint change, in their own units, the largest 1
};

// At a point. Skips loops of more than 300 unknowns; nullopt if the equations cannot be evaluated.
// `reference` may be null.
std::optional<Singularity> MeasureSingularity(const compile::PreparedModel& model, execute::DaeModel& dae,
                                              std::span<const double> nominal,
                                              const execute::EvaluationPoint& point,
                                              const execute::EvaluationPoint* reference);

// If the point is singular, adds to the message of a failure the equations, the unknowns, and the start
// values to check first.
void DescribeImpasse(const compile::PreparedModel& model, execute::DaeModel& dae,
                     std::span<const double> nominal, const execute::EvaluationPoint& last,
                     const execute::EvaluationPoint* reference, Diagnostic& message);

}  // namespace daedalus::simulate

// Whether a run that cannot go on has come to a singular point, where its solution ends (an impasse; P. J. Rabier, W. C. Rheinboldt, SIAM J. Math. Anal. 25
// (1994) 54-68): the matrix of the equations with respect to what they determine, y' of differential variables and y of the others, is singular there.
//
// It is measured at the last point, rows in units of their largest term and unknowns in nominal units: a singular value below 1e-3 is one. The
// unknown with the largest part in its right vector is the one that is not determined, the equation with the largest part in its left vector the one that says nothing about
// it to the first order.
#pragma once

#include <optional>
#include <span>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/dae_model.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// Of the least singular value.
constexpr double kSingular = 1e-3;

struct Singularity {
  double value = 0;           // the least singular value
  std::size_t unknown = 0;    // by variable: what is determined least
  std::size_t row = 0;        // by equation: what says least about it
};

// At a point; nothing for more than 300 unknowns, or where the equations cannot be evaluated.
std::optional<Singularity> MeasureSingularity(const System& system, execute::DaeModel& dae, std::span<const double> nominal,
                                              const execute::EvaluationPoint& point);

// Adds to the message of a failure what the point tells, if it is singular: the equation, the unknown, and the start values to look at first. Not for more than 300 unknowns.
void DescribeImpasse(const System& system, execute::DaeModel& dae, std::span<const double> nominal,
                     const execute::EvaluationPoint& last, Diagnostic& message);

}  // namespace daedalus::simulate

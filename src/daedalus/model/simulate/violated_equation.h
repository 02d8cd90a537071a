// Do the values of a step satisfy the equations?
//
// An integrator judges its Newton iteration by the size of the last correction. If the matrix is an old one
// and the equations are steep (the exponential of a diode), a small correction does not mean that the
// equations hold. The run can then continue from a point that is no solution at all, silently and to the end.
// So the equations are checked now and then, and once more at the end (segment_values.cc).
//
// For an equation without derivatives, r_i should be at most what errors of the size of the tolerance can
// cause:
//
//   |r_i| <= 10 sqrt(n) sum_j |dF_i/dy_j| (rtol |y_j| + atol_j)                                   (1)
//
// or half of the terms of the equation, if that is less.
//
// The root is there because integrators measure corrections in the mean over all n unknowns; a third of a
// tolerance is usual.
//
// Equations with derivatives are left out, since the effect of an error there depends on the size of the
// step.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/programs/execute/dae_model.h"

namespace daedalus::simulate {

// The equation that violates (1) most, if one exceeds it `slack` times. `tolerances` has an absolute one for
// each unknown.
std::optional<std::size_t> FindViolatedEquation(execute::DaeModel& dae,
                                                const integrate::Tolerances& tolerances, double t,
                                                std::span<const double> y, std::span<const double> yp,
                                                double slack = 1);

// At a point that should satisfy all equations: the equation with the largest residual, and this residual in
// units of its largest term |dF_i/dz| max(|z|, nominal).
struct LargestResidual {
  std::size_t equation = 0;
  double size = 0;
};
LargestResidual FindLargestResidual(execute::DaeModel& dae, std::span<const double> nominal, double t,
                                    std::span<const double> y, std::span<const double> yp);

}  // namespace daedalus::simulate

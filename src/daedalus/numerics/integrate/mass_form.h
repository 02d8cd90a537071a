// Problems given as M y' = f(t, y) with a constant matrix M, singular or not. Most published test problems
// have this form, and so have explicit ordinary differential equations (M = I). FromMassForm turns them into
// F = M y' - f(t, y) for every method of the suite; Rosenbrock methods recognise the form and use it
// (DaeProblem::constant_mass).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"

namespace daedalus::integrate {

// f = f(t, y).
using RightHandSide = std::function<EvalOutcome(double t, std::span<const double> y, std::span<double> f)>;
// values = df/dy, one for every entry of MassProblem::pattern.
using RightHandSideJacobian =
    std::function<EvalOutcome(double t, std::span<const double> y, std::span<double> values)>;

struct MassProblem {
  std::int32_t size = 0;
  RightHandSide f;
  SparsePattern pattern = {};           // of df/dy; without columns: every entry may be nonzero
  RightHandSideJacobian jacobian = {};  // without: finite differences
  SparsePattern mass_pattern = {};      // of M; without columns: M is the identity
  std::vector<double> mass = {};        // one value for each entry of mass_pattern
  RightHandSide time_derivative = {};   // df/dt
};

// The error names the inconsistency.
Expected<DaeProblem, std::string> FromMassForm(MassProblem problem);

}  // namespace daedalus::integrate

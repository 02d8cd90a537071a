// The only interface between models and integrators: F(t, y, y') = 0.
//
// Nothing here knows of models, LLVM or Modelica. Twenty lines of C++ integrate x' = -x, 0 = z - x^2:
//
//   #include "daedalus/numerics/integrate/bdf.h"
//   using namespace daedalus::integrate;
//
//   DaeProblem problem;
//   problem.size = 2;
//   problem.is_differential = {1, 0};
//   problem.residual = [](double, auto y, auto yp, auto r) {
//     r[0] = yp[0] + y[0];
//     r[1] = y[1] - y[0] * y[0];
//     return EvalOutcome::kOk;
//   };
//   auto integrator = MakeBdf(problem, {.relative = 1e-8, .absolute = {1e-10, 1e-10}});
//   if (!integrator) return Fail(integrator.error());
//   const double y0[] = {1, 1}, yp0[] = {-1, -2};
//   StepOutcome outcome = (*integrator)->Initialize(0, y0, yp0);
//   while (outcome.status == StepStatus::kStepped) {
//     outcome = (*integrator)->Step(1.0);
//     printf("%g %g\n", (*integrator)->time(), (*integrator)->y()[0]);
//   }
//   if (outcome.status != StepStatus::kReachedLimit) return Fail(outcome.reason);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/constraints.h"
#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::integrate {

using linear::EvalOutcome;
using linear::SparsePattern;

// r = F(t, y, y').
using ResidualFunction = std::function<EvalOutcome(double t, std::span<const double> y,
                                                   std::span<const double> yp, std::span<double> r)>;

// dy = dF/dy and dyp = dF/dy', each with one value for every entry of the pattern. All values must be
// written. The two parts are separate because methods need different sums of them, dF/dy + c dF/dy' for many
// c, also complex ones. None of these sums should cost another evaluation.
using JacobianFunction =
    std::function<EvalOutcome(double t, std::span<const double> y, std::span<const double> yp,
                              std::span<double> dy, std::span<double> dyp)>;

// g(t, y, y'), whose zeros are events (roots.h).
using RootFunction = std::function<EvalOutcome(double t, std::span<const double> y,
                                               std::span<const double> yp, std::span<double> g)>;

// Moves the end of a step, y and y', onto the constraints (projection.h).
using ProjectFunction = std::function<EvalOutcome(double t, std::span<double> y, std::span<double> yp)>;

// A condition on the end of every step. A step that violates it is repeated with a smaller size.
enum class Sign : std::uint8_t { kAny, kNonNegative, kPositive, kNonPositive, kNegative };

struct DaeProblem {
  std::int32_t size = 0;  // equations and unknowns
  ResidualFunction residual;
  SparsePattern pattern;      // of dF/dy and dF/dy' together; without columns: every entry may be nonzero
  JacobianFunction jacobian;  // without: finite differences by column colouring
  std::vector<char> is_differential;  // per unknown: does its derivative occur? empty: all do
  // Per unknown: is it algebraic, and dF/dy constant in its column? Empty: not known of any. Only `gear`
  // makes use of it: such unknowns need no prediction.
  std::vector<char> enters_linearly = {};
  // True if F = M y' - f(t, y) with a constant M, which may be singular (mass_form.h makes such problems).
  // Rosenbrock methods require it; others save evaluations.
  bool constant_mass = false;
  // Unknowns that are undetermined for a moment, such as the enthalpy of a flow at rest, keep their values
  // (iteration_matrix.h). Without, the matrix is singular there, and the step fails.
  bool keeps_undetermined = false;
  ResidualFunction time_derivative =
      {};  // r = dF/dt(t, y, y'); without: differences, where a method needs it
  // Per unknown: 1, 2 or 3, the index of the subsystem that determines it ([HLR89] sec. 1); empty: all 1.
  // Errors of an unknown of index m are tested as h^(m-1) times themselves.
  std::vector<std::uint8_t> index = {};
  std::vector<Sign> signs = {};  // per unknown; empty: no constraints
  std::int32_t num_roots = 0;
  RootFunction roots = {};
  ProjectFunction project = {};  // after every accepted step; a failure ends the run
  // Satisfied within the iteration of each step by methods that can (MethodInfo::takes_constraints), which
  // have then as many more equations than unknowns (least_squares_step.h). No unknown has an index above 1
  // then.
  std::optional<WeightedConstraints> constraints = {};
};

// Local error of component i per step: relative * |y_i| + absolute[i].
struct Tolerances {
  double relative = 1e-6;
  std::vector<double> absolute;     // one for each unknown, or one for all
  std::vector<char> untested = {};  // per unknown: left out of the error test; empty if none is
  // The part of them that counts, now; whoever owns it may change it between steps. Null: all.
  const double* share = nullptr;
};

// What makes the input unusable (sizes, missing callbacks, tolerances) as a sentence fragment, or nothing.
std::optional<std::string> FindInputError(const DaeProblem& problem, const Tolerances& tolerances);

}  // namespace daedalus::integrate

// Our own integration methods by name: everything that needs Eigen and SuiteSparse only. Programs that link
// the integrators alone (docs/howto/use-the-integrators.md) begin here; suite/methods.h adds the peer.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/switching.h"

namespace daedalus::integrate {

struct MethodInfo {
  std::string_view name;
  std::string_view family;  // "multistep", "implicit Runge-Kutta", ...
  int min_order = 0;        // 0 where it is that of another method underneath
  int max_order = 0;
  bool implicit = true;  // solves equations in every step: fit for stiff and algebraic problems
  bool variable_step = true;
  bool available = true;
  std::string_view description;
  bool takes_fixed_step = true;
  bool has_low_dense_order = false;   // where the problem is stiff, two or more below that of its steps
  bool needs_constant_mass = false;   // M y' = f(t, y) only, as the ode form always is
  bool uses_time_derivative = false;  // DaeProblem::time_derivative saves it residuals
  bool keeps_signs = true;            // DaeProblem::signs
  bool takes_constraints = false;     // DaeProblem::constraints
  bool overestimates_errors = false;  // its steps err much less than they are estimated to
  // Made of the equations of a model and their derivatives (array/), not of a residual: simulate/ has it,
  // MakeIntegrator not.
  bool needs_equations = false;
  int max_index = 1;  // largest index that it integrates without index reduction; 0: y' = f only
};

// All methods, in the order in which they should be listed.
std::span<const MethodInfo> OwnMethods();

// "bdf, gear, ...", for messages.
std::string NamesOfAvailable(std::span<const MethodInfo> methods);
// The reason for a method that MakeIntegrator does not make.
std::string WhyUnavailable(const MethodInfo& method);

// `auto` is the method that suits the problem (choose_method.h). The error lists the available names, or
// names the mistake in the input.
Expected<std::unique_ptr<Integrator>, std::string> MakeOwnIntegrator(std::string_view method,
                                                                     DaeProblem problem,
                                                                     Tolerances tolerances,
                                                                     IntegratorOptions options = {});

// The integrator that `make` makes, able to cross discontinuities (crossing.h) if the options ask for it.
Expected<std::unique_ptr<Integrator>, std::string> MakeWithCrossings(const IntegratorFactory& make,
                                                                     DaeProblem problem,
                                                                     Tolerances tolerances,
                                                                     IntegratorOptions options);

}  // namespace daedalus::integrate

// The integration methods by name, as `daedalus methods` lists them, and the way from a name to an
// integrator.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/base/expected.h"
#include "daedalus/integrate/integrator.h"

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
  int max_index = 1;  // of equations that it claims to integrate as they stand; 0: y' = f only
};

// In the order in which they should be listed.
std::span<const MethodInfo> Methods();

// Null when there is no such name.
const MethodInfo* FindMethod(std::string_view name);

// The names of those that claim equations of this index, as a list for people; empty where there are none.
std::string MethodsForIndex(int index);

// The error says which names there are, or what is wrong with the input.
Expected<std::unique_ptr<Integrator>, std::string> MakeIntegrator(std::string_view method, DaeProblem problem,
                                                                  Tolerances tolerances,
                                                                  IntegratorOptions options = {});

}  // namespace daedalus::integrate

#include "daedalus/numerics/integrate/own/own_methods.h"

#include <algorithm>
#include <array>

#include "daedalus/numerics/integrate/adams.h"
#include "daedalus/numerics/integrate/bdf.h"
#include "daedalus/numerics/integrate/crossing.h"
#include "daedalus/numerics/integrate/diagonally_implicit.h"
#include "daedalus/numerics/integrate/explicit_runge_kutta.h"
#include "daedalus/numerics/integrate/gear.h"
#include "daedalus/numerics/integrate/implicit_runge_kutta.h"
#include "daedalus/numerics/integrate/own/choose_method.h"
#include "daedalus/numerics/integrate/rosenbrock.h"
#include "daedalus/numerics/integrate/switching.h"

namespace daedalus::integrate {
namespace {

constexpr std::string_view kMultistep = "multistep";
constexpr std::string_view kImplicitRungeKutta = "implicit Runge-Kutta";
constexpr std::string_view kExplicitRungeKutta = "explicit Runge-Kutta";
constexpr std::string_view kRosenbrock = "Rosenbrock";
constexpr std::string_view kDerivativeArray = "derivative array";

// No method has a theory beyond ([HLR89]).
constexpr int kMaxIndex = 3;
// The largest index that derivative arrays handle (array/array_analysis.h).
constexpr int kMaxArrayIndex = 12;

using Factory = Expected<std::unique_ptr<Integrator>, std::string> (*)(DaeProblem, Tolerances,
                                                                       IntegratorOptions);

Expected<std::unique_ptr<Integrator>, std::string> MakeSwitchingOfSuite(DaeProblem problem,
                                                                        Tolerances tolerances,
                                                                        IntegratorOptions options) {
  const Factory implicit = problem.size <= kSmallProblem ? MakeRodas : MakeBdf;
  return MakeSwitching(std::move(problem), std::move(tolerances), options, implicit);
}

// `auto` and what is not available yet have no factory.
Factory FactoryOf(std::string_view name) {
  if (name == "bdf") return MakeBdf;
  if (name == "radau3") return MakeRadau3;
  if (name == "radau5") return MakeRadau5;
  if (name == "radau") return MakeRadau;
  if (name == "lobatto4") return MakeLobatto4;
  if (name == "rodas") return MakeRodas;
  if (name == "gear") return MakeGear;
  if (name == "sdirk4") return MakeSdirk4;
  if (name == "bi2" || name == "trapezoid") return MakeTrapezoid;
  if (name == "backward-euler") return MakeBackwardEuler;
  if (name == "euler") return MakeEuler;
  if (name == "rk4") return MakeRungeKutta4;
  if (name == "dopri5") return MakeDopri5;
  if (name == "dop853") return MakeDop853;
  if (name == "switching") return MakeSwitchingOfSuite;
  if (name == "adams") return MakeAdams;
  return nullptr;
}

constexpr std::array kMethods = {
    MethodInfo{.name = "auto",
               .family = "chosen",
               .description = "the method that suits the model",
               .max_index = kMaxIndex},
    MethodInfo{.name = "bdf",
               .family = kMultistep,
               .min_order = 1,
               .max_order = 5,
               .description = "fixed-leading-coefficient BDF",
               .takes_constraints = true,
               .max_index = kMaxIndex},
    MethodInfo{.name = "gear",
               .family = kMultistep,
               .min_order = 1,
               .max_order = 6,
               .description = "Gear's method in Nordsieck form",
               .max_index = kMaxIndex},
    MethodInfo{.name = "adams",
               .family = kMultistep,
               .min_order = 1,
               .max_order = 12,
               .description = "Adams-Moulton in DAE form"},
    MethodInfo{.name = "radau3",
               .family = kImplicitRungeKutta,
               .min_order = 3,
               .max_order = 3,
               .description = "Radau IIA with two stages",
               .has_low_dense_order = true,
               .takes_constraints = true,
               .max_index = kMaxIndex},
    MethodInfo{.name = "radau5",
               .family = kImplicitRungeKutta,
               .min_order = 5,
               .max_order = 5,
               .description = "Radau IIA with three stages",
               .has_low_dense_order = true,
               .takes_constraints = true,
               .overestimates_errors = true,
               .max_index = kMaxIndex},
    MethodInfo{.name = "lobatto4",
               .family = kImplicitRungeKutta,
               .min_order = 4,
               .max_order = 4,
               .description = "Lobatto IIIC with three stages",
               .has_low_dense_order = true,
               .takes_constraints = true,
               .max_index = kMaxIndex},
    MethodInfo{.name = "sdirk4",
               .family = kImplicitRungeKutta,
               .min_order = 4,
               .max_order = 4,
               .description = "singly diagonally implicit HW-SDIRK(3)4"},
    MethodInfo{.name = "bi2",
               .family = kImplicitRungeKutta,
               .min_order = 2,
               .max_order = 2,
               .description = "backinterpolation: cyclic forward and backward Euler"},
    MethodInfo{.name = "trapezoid",
               .family = kImplicitRungeKutta,
               .min_order = 2,
               .max_order = 2,
               .description = "trapezoidal rule"},
    MethodInfo{.name = "backward-euler",
               .family = kImplicitRungeKutta,
               .min_order = 1,
               .max_order = 1,
               .description = "backward Euler"},
    MethodInfo{.name = "euler",
               .family = kExplicitRungeKutta,
               .min_order = 1,
               .max_order = 1,
               .implicit = false,
               .description = "forward Euler",
               .max_index = 0},
    MethodInfo{.name = "rk4",
               .family = kExplicitRungeKutta,
               .min_order = 4,
               .max_order = 4,
               .implicit = false,
               .description = "the classical Runge-Kutta method",
               .max_index = 0},
    MethodInfo{.name = "dopri5",
               .family = kExplicitRungeKutta,
               .min_order = 5,
               .max_order = 5,
               .implicit = false,
               .description = "Dormand-Prince 5(4)",
               .max_index = 0},
    MethodInfo{.name = "dop853",
               .family = kExplicitRungeKutta,
               .min_order = 8,
               .max_order = 8,
               .implicit = false,
               .description = "Dormand-Prince 8(5,3)",
               .max_index = 0},
    MethodInfo{.name = "switching",
               .family = "chosen",
               .min_order = 4,
               .max_order = 5,
               .implicit = false,
               .description = "dopri5, and an implicit method where the problem is stiff",
               .takes_fixed_step = false,
               .uses_time_derivative = true,
               .max_index = 0},
    MethodInfo{.name = "radau",
               .family = kImplicitRungeKutta,
               .min_order = 5,
               .max_order = 13,
               .description = "Radau IIA of order 5, 9 and 13 with order control",
               .has_low_dense_order = true,
               .takes_constraints = true,
               .overestimates_errors = true,
               .max_index = kMaxIndex},
    MethodInfo{.name = "rodas",
               .family = kRosenbrock,
               .min_order = 4,
               .max_order = 5,
               .description = "stiffly accurate Rosenbrock-Wanner pairs for M y' = f(t, y)",
               .needs_constant_mass = true,
               .uses_time_derivative = true},
    MethodInfo{
        .name = "ei",
        .family = kDerivativeArray,
        .min_order = 1,
        .max_order = 8,
        .available = false,
        .description = "explicit integration: a completed vector field from the derivative array; drifts",
        .needs_equations = true,
        .max_index = kMaxArrayIndex},
    MethodInfo{.name = "icp",
               .family = kDerivativeArray,
               .min_order = 1,
               .max_order = 8,
               .available = false,
               .description =
                   "implicit coordinate partitioning: some variables as coordinates of the solution manifold",
               .needs_equations = true,
               .max_index = kMaxArrayIndex},
    MethodInfo{
        .name = "ucp",
        .family = kDerivativeArray,
        .min_order = 1,
        .max_order = 8,
        .available = false,
        .description = "unitary coordinate partitioning: the best coordinates of the solution manifold",
        .needs_equations = true,
        .max_index = kMaxArrayIndex},
};

}  // namespace

std::span<const MethodInfo> OwnMethods() {
  return kMethods;
}

std::string NamesOfAvailable(std::span<const MethodInfo> methods) {
  std::string names;
  for (const MethodInfo& method : methods) {
    if (!method.available) continue;
    if (!names.empty()) names += ", ";
    names += method.name;
  }
  return names;
}

std::string WhyUnavailable(const MethodInfo& method) {
  return "the method `" + std::string(method.name) +
         (method.needs_equations ? "` is made of the equations of a model, not of a residual"
                                 : "` is not available yet");
}

Expected<std::unique_ptr<Integrator>, std::string> MakeWithCrossings(const IntegratorFactory& make,
                                                                     DaeProblem problem,
                                                                     Tolerances tolerances,
                                                                     IntegratorOptions options) {
  if (!options.cross_discontinuities) return make(std::move(problem), std::move(tolerances), options);
  auto inner = make(problem, tolerances, options);
  if (!inner) return inner;
  return MakeCrossing(*std::move(inner), std::move(problem), tolerances);
}

Expected<std::unique_ptr<Integrator>, std::string> MakeOwnIntegrator(std::string_view method,
                                                                     DaeProblem problem,
                                                                     Tolerances tolerances,
                                                                     IntegratorOptions options) {
  if (method == "auto") method = ChooseMethod(FactsOf(problem)).method;
  const auto info = std::ranges::find(kMethods, method, &MethodInfo::name);
  if (info == kMethods.end()) {
    return Failure{"there is no method `" + std::string(method) +
                   "`; available: " + NamesOfAvailable(kMethods)};
  }
  const Factory make = info->available ? FactoryOf(info->name) : nullptr;
  if (!make) {
    return Failure{WhyUnavailable(*info) + "; available: " + NamesOfAvailable(kMethods)};
  }
  return MakeWithCrossings(make, std::move(problem), std::move(tolerances), options);
}

}  // namespace daedalus::integrate

#include "daedalus/integrate/suite/methods.h"

#include <algorithm>
#include <array>

#include "daedalus/integrate/adams.h"
#include "daedalus/integrate/bdf.h"
#include "daedalus/integrate/crossing.h"
#include "daedalus/integrate/diagonally_implicit.h"
#include "daedalus/integrate/explicit_runge_kutta.h"
#include "daedalus/integrate/gear.h"
#include "daedalus/integrate/implicit_runge_kutta.h"
#include "daedalus/integrate/rosenbrock.h"
#include "daedalus/integrate/suite/choose_method.h"
#include "daedalus/integrate/sundials/ida.h"
#include "daedalus/integrate/switching.h"

namespace daedalus::integrate {
namespace {

constexpr std::string_view kMultistep = "multistep";
constexpr std::string_view kImplicitRungeKutta = "implicit Runge-Kutta";
constexpr std::string_view kExplicitRungeKutta = "explicit Runge-Kutta";
constexpr std::string_view kRosenbrock = "Rosenbrock";
constexpr std::string_view kDerivativeArray = "derivative array";

// No method has a theory beyond ([HLR89]).
constexpr int kMaxIndex = 3;

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
  if (name == "ida") return MakeIda;
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
  if (name == "switching") return MakeSwitchingOfSuite;
  if (name == "adams") return MakeAdams;
  return nullptr;
}

constexpr std::array kMethods = {
    MethodInfo{"auto", "chosen", 0, 0, true, true, true, "the method that suits the model", true, false,
               false, kMaxIndex},
    MethodInfo{"ida", kMultistep, 1, 5, true, true, true,
               "SUNDIALS IDA: variable-order BDF for F(t, y, y') = 0", false, false, false, 2},
    MethodInfo{"bdf", kMultistep, 1, 5, true, true, true, "fixed-leading-coefficient BDF", true, false, false,
               kMaxIndex},
    MethodInfo{"gear", kMultistep, 1, 6, true, true, true, "Gear's method in Nordsieck form", true, false,
               false, kMaxIndex},
    MethodInfo{"adams", kMultistep, 1, 12, true, true, true, "Adams-Moulton in DAE form"},
    MethodInfo{"radau3", kImplicitRungeKutta, 3, 3, true, true, true, "Radau IIA with two stages", true, true,
               false, kMaxIndex},
    MethodInfo{"radau5", kImplicitRungeKutta, 5, 5, true, true, true, "Radau IIA with three stages", true,
               true, false, kMaxIndex},
    MethodInfo{"lobatto4", kImplicitRungeKutta, 4, 4, true, true, true, "Lobatto IIIC with three stages",
               true, true, false, kMaxIndex},
    MethodInfo{"sdirk4", kImplicitRungeKutta, 4, 4, true, true, true,
               "singly diagonally implicit HW-SDIRK(3)4"},
    MethodInfo{"bi2", kImplicitRungeKutta, 2, 2, true, true, true,
               "backinterpolation: cyclic forward and backward Euler"},
    MethodInfo{"trapezoid", kImplicitRungeKutta, 2, 2, true, true, true, "trapezoidal rule"},
    MethodInfo{"backward-euler", kImplicitRungeKutta, 1, 1, true, true, true, "backward Euler"},
    MethodInfo{"euler", kExplicitRungeKutta, 1, 1, false, true, true, "forward Euler", true, false, false, 0},
    MethodInfo{"rk4", kExplicitRungeKutta, 4, 4, false, true, true, "the classical Runge-Kutta method", true,
               false, false, 0},
    MethodInfo{"dopri5", kExplicitRungeKutta, 5, 5, false, true, true, "Dormand-Prince 5(4)", true, false,
               false, 0},
    MethodInfo{"switching", "chosen", 4, 5, false, true, true,
               "dopri5, and an implicit method where the problem is stiff", false, false, false, 0},
    MethodInfo{"radau", kImplicitRungeKutta, 5, 13, true, true, true,
               "Radau IIA of order 5, 9 and 13 with order control", true, true, false, kMaxIndex},
    MethodInfo{"rodas", kRosenbrock, 4, 5, true, true, true,
               "stiffly accurate Rosenbrock-Wanner pairs for M y' = f(t, y)", true, false, true},
    MethodInfo{"ei", kDerivativeArray, 0, 0, true, true, false,
               "explicit integration: a completed vector field from the derivative array"},
    MethodInfo{"icp", kDerivativeArray, 0, 0, true, true, false, "implicit coordinate partitioning"},
    MethodInfo{"ucp", kDerivativeArray, 0, 0, true, true, false, "unitary coordinate partitioning"},
};

template <class Condition>
std::string NamesWhere(Condition condition) {
  std::string names;
  for (const MethodInfo& method : kMethods) {
    if (!method.available || !condition(method)) continue;
    if (!names.empty()) names += ", ";
    names += method.name;
  }
  return names;
}

std::string AvailableNames() {
  return NamesWhere([](const MethodInfo&) { return true; });
}

}  // namespace

std::span<const MethodInfo> Methods() {
  return kMethods;
}

const MethodInfo* FindMethod(std::string_view name) {
  const auto found = std::ranges::find(kMethods, name, &MethodInfo::name);
  return found == kMethods.end() ? nullptr : &*found;
}

std::string MethodsForIndex(int index) {
  return NamesWhere(
      [&](const MethodInfo& method) { return method.name != "auto" && method.max_index >= index; });
}

Expected<std::unique_ptr<Integrator>, std::string> MakeIntegrator(std::string_view method, DaeProblem problem,
                                                                  Tolerances tolerances,
                                                                  IntegratorOptions options) {
  if (method == "auto") method = ChooseMethod(FactsOf(problem)).method;
  const MethodInfo* info = FindMethod(method);
  if (!info)
    return Failure{"there is no method `" + std::string(method) + "`; available: " + AvailableNames()};
  if (!info->available || !FactoryOf(info->name)) {
    return Failure{"the method `" + std::string(method) +
                   "` is not available yet; available: " + AvailableNames()};
  }
  const Factory make = FactoryOf(info->name);
  if (!options.cross_discontinuities) return make(std::move(problem), std::move(tolerances), options);
  auto inner = make(problem, tolerances, options);
  if (!inner) return inner;
  return MakeCrossing(*std::move(inner), std::move(problem), tolerances);
}

}  // namespace daedalus::integrate

#include "problems/ivp_problem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "problems/problem_list.h"
#include "problems/sparse.h"

namespace daedalus::problems {
namespace {

using Maker = std::optional<IvpProblem> (*)();
struct Named {
  std::string_view name;
  Maker make;
};

constexpr std::array kProblems = {
    Named{"robertson", [] { return std::optional(Robertson()); }},
    Named{"vdpol", [] { return std::optional(VanDerPol()); }},
    Named{"hires", [] { return std::optional(Hires()); }},
    Named{"chemakzo", [] { return std::optional(ChemicalAkzo()); }},
    Named{"transamp", [] { return std::optional(TransistorAmplifier()); }},
    Named{"pollu", [] { return std::optional(Pollution()); }},
    Named{"e5", [] { return std::optional(E5(E5Form::kAsGiven)); }},
    Named{"e5_dae", [] { return std::optional(E5(E5Form::kConserving)); }},
    Named{"ringmod", [] { return std::optional(RingModulator()); }},
    Named{"gear1970_short", [] { return std::optional(Gear1970(0.01)); }},
    Named{"gear1970", [] { return std::optional(Gear1970(1000)); }},
    Named{"andrews", [] { return std::optional(Andrews(MechanicalForm::kIndex3)); }},
    Named{"andrews_i1", [] { return std::optional(Andrews(MechanicalForm::kIndex1)); }},
    Named{"caraxis", [] { return std::optional(CarAxis(MechanicalForm::kIndex3)); }},
    Named{"caraxis_i1", [] { return std::optional(CarAxis(MechanicalForm::kIndex1)); }},
    Named{"nand", [] { return std::optional(NandGate()); }},
    Named{"pump", [] { return std::optional(ChargePump()); }},
    Named{"wheelset", Wheelset},
    Named{"fekete", [] { return std::optional(Fekete()); }},
    Named{"tba", TwoBitAdder},
    Named{"heat1d", [] { return std::optional(Heat1d(50)); }},
    Named{"rc_ladder", [] { return std::optional(RcLadder(25)); }},
    Named{"pendulum", [] { return std::optional(Pendulum(PendulumForm::kIndex3)); }},
    Named{"pendulum_i2", [] { return std::optional(Pendulum(PendulumForm::kIndex2)); }},
    Named{"pendulum_i1", [] { return std::optional(Pendulum(PendulumForm::kIndex1)); }},
    Named{"pendulum_ggl", [] { return std::optional(Pendulum(PendulumForm::kStabilized)); }},
};

constexpr auto kNames = [] {
  std::array<std::string_view, kProblems.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kProblems[i].name;
  return names;
}();

double ScaleOf(const IvpProblem& problem, std::int32_t unknown) {
  return problem.absolute_scale.size() == 1 ? problem.absolute_scale[0] : problem.absolute_scale[unknown];
}

double ErrorOf(const IvpProblem& problem, std::span<const double> y, std::int32_t i) {
  const double exact = problem.reference[i];
  return std::abs(y[i] - exact) / (exact == 0 ? ScaleOf(problem, i) : std::abs(exact));
}

}  // namespace

integrate::Tolerances TolerancesFor(const IvpProblem& problem, double relative) {
  integrate::Tolerances tolerances{.relative = relative, .absolute = problem.absolute_scale};
  for (double& absolute : tolerances.absolute) absolute *= relative;
  return tolerances;
}

double CorrectDigits(const IvpProblem& problem, std::span<const double> y) {
  if (problem.reference.empty()) return std::numeric_limits<double>::quiet_NaN();
  double worst = 1e-16;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(y.size()); ++i) {
    if (!std::isfinite(y[i])) return -std::numeric_limits<double>::infinity();
    const bool counts = problem.compared.empty() || std::ranges::count(problem.compared, i) > 0;
    if (counts) worst = std::max(worst, ErrorOf(problem, y, i));
  }
  return -std::log10(worst);
}

std::span<const std::string_view> IvpProblemNames() {
  return kNames;
}

std::optional<IvpProblem> MakeIvpProblem(std::string_view name) {
  const auto found = std::ranges::find(kProblems, name, &Named::name);
  if (found == kProblems.end()) return std::nullopt;
  auto problem = found->make();
  if (problem)
    problem->suppress_algebraic |=
        std::ranges::any_of(problem->dae.index, [](int index) { return index > 1; });
  return problem;
}

}  // namespace daedalus::problems

#include "problems/ivp_problem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "problems/held_out/held_out.h"
#include "problems/problem_list.h"
#include "problems/sparse.h"

namespace daedalus::problems {
namespace {

using Maker = IvpProblem (*)();
struct Named {
  std::string_view name;
  Maker make;
};

constexpr std::array kProblems = {
    Named{"robertson", [] { return Robertson(); }},
    Named{"vdpol", [] { return VanDerPol(); }},
    Named{"hires", [] { return Hires(); }},
    Named{"chemakzo", [] { return ChemicalAkzo(); }},
    Named{"transamp", [] { return TransistorAmplifier(); }},
    Named{"pollu", [] { return Pollution(); }},
    Named{"e5", [] { return E5(E5Form::kAsGiven); }},
    Named{"e5_dae", [] { return E5(E5Form::kConserving); }},
    Named{"ringmod", [] { return RingModulator(); }},
    Named{"gear1970_short", [] { return Gear1970(0.01); }},
    Named{"gear1970", [] { return Gear1970(1000); }},
    Named{"andrews", [] { return Andrews(MechanicalForm::kIndex3); }},
    Named{"andrews_i1", [] { return Andrews(MechanicalForm::kIndex1); }},
    Named{"caraxis", [] { return CarAxis(MechanicalForm::kIndex3); }},
    Named{"caraxis_i1", [] { return CarAxis(MechanicalForm::kIndex1); }},
    Named{"nand", [] { return NandGate(); }},
    Named{"pump", [] { return ChargePump(); }},
    Named{"wheelset", [] { return Wheelset(); }},
    Named{"fekete", [] { return Fekete(); }},
    Named{"tba", [] { return TwoBitAdder(); }},
    Named{"heat1d", [] { return Heat1d(50); }},
    Named{"rc_ladder", [] { return RcLadder(25); }},
    Named{"pendulum", [] { return Pendulum(PendulumForm::kIndex3); }},
    Named{"pendulum_i2", [] { return Pendulum(PendulumForm::kIndex2); }},
    Named{"pendulum_i1", [] { return Pendulum(PendulumForm::kIndex1); }},
    Named{"pendulum_ggl", [] { return Pendulum(PendulumForm::kStabilized); }},
};

constexpr std::array kHeldOut = {
    Named{"kepler", [] { return Kepler(); }},
    Named{"arenstorf", [] { return Arenstorf(); }},
    Named{"pleiades", [] { return Pleiades(); }},
    Named{"lorenz", [] { return Lorenz(); }},
    Named{"oregonator", [] { return Oregonator(); }},
    Named{"brusselator", [] { return Brusselator(); }},
    Named{"cusp", [] { return CuspCatastrophe(); }},
    Named{"medakzo", [] { return MedicalAkzo(); }},
    Named{"ascher_petzold", [] { return AscherPetzold(); }},
    Named{"knife_edge", [] { return KnifeEdge(KnifeEdgeForm::kIndex2); }},
    Named{"knife_edge_i1", [] { return KnifeEdge(KnifeEdgeForm::kIndex1); }},
    Named{"slider_crank", [] { return SliderCrank(SliderCrankForm::kIndex3); }},
    Named{"slider_crank_i2", [] { return SliderCrank(SliderCrankForm::kIndex2); }},
    Named{"slider_crank_i1", [] { return SliderCrank(SliderCrankForm::kIndex1); }},
};

template <std::size_t kNum>
constexpr auto NamesOf(const std::array<Named, kNum>& problems) {
  std::array<std::string_view, kNum> names;
  for (std::size_t i = 0; i < kNum; ++i) names[i] = problems[i].name;
  return names;
}
constexpr auto kNames = NamesOf(kProblems);
constexpr auto kHeldOutNames = NamesOf(kHeldOut);

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

std::span<const std::string_view> HeldOutProblemNames() {
  return kHeldOutNames;
}

std::optional<IvpProblem> MakeIvpProblem(std::string_view name) {
  for (const std::span<const Named> set :
       {std::span<const Named>(kProblems), std::span<const Named>(kHeldOut)}) {
    const auto found = std::ranges::find(set, name, &Named::name);
    if (found == set.end()) continue;
    IvpProblem problem = found->make();
    problem.suppress_algebraic |= std::ranges::any_of(problem.dae.index, [](int index) { return index > 1; });
    return problem;
  }
  return std::nullopt;
}

}  // namespace daedalus::problems

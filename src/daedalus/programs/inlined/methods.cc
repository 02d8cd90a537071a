#include "daedalus/programs/inlined/methods.h"

#include <algorithm>
#include <array>

#include "daedalus/base/check.h"
#include "daedalus/programs/inlined/mixed_methods.h"

namespace daedalus::inlined {
namespace {

using integrate::theory::Tableau;

struct Named {
  Method method;
  std::string_view name;
};
constexpr std::array kNames = {
    Named{Method::kEuler, "euler"},
    Named{Method::kRungeKutta4, "rk4"},
    Named{Method::kDopri5, "dopri5"},
    Named{Method::kDop853, "dop853"},
    Named{Method::kBackwardEuler, "backward-euler"},
    Named{Method::kBdf, "bdf"},
    Named{Method::kAdams, "adams"},
    Named{Method::kTrapezoid, "trapezoid"},
    Named{Method::kBi2, "bi2"},
    Named{Method::kRadau3, "radau3"},
    Named{Method::kRadau5, "radau5"},
    Named{Method::kLobatto4, "lobatto4"},
    Named{Method::kSdirk4, "sdirk4"},
    Named{Method::kGauss4, "gauss4"},
    Named{Method::kGauss6, "gauss6"},
    Named{Method::kArs2, "ars2"},
    Named{Method::kArs3, "ars3"},
};

constexpr auto kMethods = [] {
  std::array<Method, kNames.size()> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = kNames[i].method;
  return out;
}();

Tableau TableauOf(Method method) {
  using namespace integrate::theory;
  switch (method) {
    case Method::kEuler:
      return ForwardEulerTableau();
    case Method::kRungeKutta4:
      return RungeKutta4Tableau();
    case Method::kDopri5:
      return DormandPrince5Tableau();
    case Method::kDop853:
      return DormandPrince8Tableau();
    case Method::kTrapezoid:
      return TrapezoidTableau();
    case Method::kBi2:
      return BackinterpolationTableau();
    case Method::kRadau3:
      return RadauIIATableau(2);
    case Method::kRadau5:
      return RadauIIATableau(3);
    case Method::kLobatto4:
      return LobattoIIIC4Tableau();
    case Method::kSdirk4:
      return Sdirk4Tableau();
    case Method::kGauss4:
      return GaussTableau(2);
    case Method::kGauss6:
      return GaussTableau(3);
    case Method::kArs2:
      return Ars2Tableau();
    case Method::kArs3:
      return Ars3Tableau();
    case Method::kBackwardEuler:
    case Method::kBdf:
    case Method::kAdams:
      break;
  }
  return BackwardEulerTableau();
}

bool BeginsAtStart(const Tableau& t) {
  bool is_zero = t.c[0] == 0;
  for (int j = 0; j < t.num_stages(); ++j) is_zero = is_zero && t.A(0, j) == 0;
  return is_zero;
}

bool EndsWithLastStage(const Tableau& t) {
  bool is_last_row = t.c.back() == 1;
  for (int j = 0; j < t.num_stages(); ++j)
    is_last_row = is_last_row && t.A(t.num_stages() - 1, j) == t.b[static_cast<std::size_t>(j)];
  return is_last_row;
}

}  // namespace

std::span<const Method> Methods() {
  return kMethods;
}

std::string_view NameOf(Method method) {
  const auto found = std::ranges::find(kNames, method, &Named::method);
  DAEDALUS_CHECK(found != kNames.end(), "every method has a name");
  return found->name;
}

std::optional<Method> MethodNamed(std::string_view name) {
  const auto found = std::ranges::find(kNames, name, &Named::name);
  if (found == kNames.end()) return std::nullopt;
  return found->method;
}

std::string_view DescriptionOf(Method method) {
  switch (method) {
    case Method::kGauss4:
      return "Gauss with two stages: symmetric, keeps energies";
    case Method::kGauss6:
      return "Gauss with three stages: symmetric, keeps energies";
    case Method::kArs2:
      return "two implicit stages, explicit for states that are not stiff (--implicit)";
    case Method::kArs3:
      return "four implicit stages, explicit for states that are not stiff (--implicit)";
    default:
      return {};
  }
}

std::string MethodNames() {
  std::string out;
  for (const Named& named : kNames) out += (out.empty() ? "" : ", ") + std::string(named.name);
  return out;
}

bool IsMultistep(Method method) {
  return method == Method::kBdf || method == Method::kAdams;
}

int OrderOf(Method method) {
  return TableauOf(method).order;
}

causal::StageMethod StagesOf(Method method) {
  return StagesOf(TableauOf(method));
}

causal::StageMethod StagesOf(const Tableau& tableau) {
  const int first = BeginsAtStart(tableau) ? 1 : 0;
  causal::StageMethod out;
  const auto add = [&](double c, auto weight) {
    out.c.push_back(c);
    std::vector<double>& row = out.a.emplace_back();
    for (int j = first; j < tableau.num_stages(); ++j) row.push_back(weight(j));
    if (first == 1) out.start.push_back(weight(0));
  };
  for (int i = first; i < tableau.num_stages(); ++i)
    add(tableau.c[static_cast<std::size_t>(i)], [&](int j) { return tableau.A(i, j); });
  if (!EndsWithLastStage(tableau)) {
    add(1.0, [&](int j) { return tableau.b[static_cast<std::size_t>(j)]; });
    for (std::vector<double>& row : out.a) row.push_back(0.0);
  }
  return out;
}

}  // namespace daedalus::inlined

// Models that several tests of initial conditions share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daedalus/model/initialize/explain_plan.h"
#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/system/builder.h"

namespace daedalus::initialize {

inline System Built(Model m) {
  return std::move(m).Build().value();
}

inline VariableId Named(const System& s, const std::string& name) {
  for (const VariableId v : IdRange<VariableId>(s.variables.size())) {
    if (NameOf(s, v) == name) return v;
  }
  ADD_FAILURE() << "no variable " << name;
  return VariableId(0);
}

inline std::vector<std::string> NamesOf(const System& s, const std::vector<VariableId>& variables) {
  std::vector<std::string> names;
  for (const VariableId v : variables) names.push_back(NameOf(s, v));
  return names;
}

inline Result<InitialConditions> ExplanationOf(const System& s) {
  return ExplainInitialConditions(s, causal::IncidenceOf(s));
}

struct PendulumFixed {
  bool x = false, y = false, vx = false;
};

// Cellier & Kofman (7.74), of index 3, not reduced: equations 0 .. 4, the last one the constraint. x and vx
// are states where it hangs.
inline System GivenPendulum(PendulumFixed fixed) {
  Model m("Pendulum");
  auto l = m.Parameter("l", 2.0);
  auto x = m.Variable("x", {.start = 0.5, .fixed = fixed.x}),
       y = m.Variable("y", {.start = -1.9, .fixed = fixed.y});
  auto vx = m.Variable("vx", {.start = 0.0, .fixed = fixed.vx}), vy = m.Variable("vy"),
       force = m.Variable("F");
  m.Equation(der(x) == vx);
  m.Equation(der(y) == vy);
  m.Equation(der(vx) == -force * x);
  m.Equation(der(vy) == -force * y - 9.81);
  const auto x2 =
      x *
      x;  // first: compilers build operands in different orders, and sums are printed in that of their making
  const auto y2 = y * y;
  m.Equation(x2 + y2 == l * l);
  return Built(std::move(m));
}

inline System ReducedPendulum(System given) {
  const std::vector<double> start{0.5, -1.9, 0, 0, 0}, parameters{2.0};
  return causal::ReduceIndex(std::move(given), {0.0, start, parameters}).value().system;
}
inline System ReducedPendulum(PendulumFixed fixed) {
  return ReducedPendulum(GivenPendulum(fixed));
}

}  // namespace daedalus::initialize

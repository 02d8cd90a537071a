// The integration methods that can be inlined, by name, as stages (causal/inline_integration.h).
//
// A Runge-Kutta method (integrate/theory/tableau.h) becomes stages of a step in two moves. A first stage that
// is the beginning of the step itself (c = 0 and a row of zeros) is not computed again: its slope is what the
// step before has left, old(x'). And a method whose result is not its last stage (the weights b are not the
// last row of A) gets one more, at the end of the step and with the weights b for its row, where the model
// gives slopes and algebraic variables. So forward Euler, x = old(x) + h old(x'), is a stage of its own; the
// trapezoidal rule and BI2 have one stage, Gauss one more than in the textbooks.
//
// Multistep methods have one stage, whatever their order: what differs is old(x) and the factor of h, which
// are numbers (multistep_past.h).
//
// Rosenbrock methods, extrapolation and peer methods are not formulas for x and x', so they cannot be
// equations of a model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/numerics/integrate/theory/tableau.h"
#include "daedalus/programs/causal/inline_integration.h"

namespace daedalus::inlined {

enum class Method : std::uint8_t {
  kEuler,
  kRungeKutta4,
  kDopri5,
  kDop853,
  kBackwardEuler,
  kBdf,
  kAdams,
  kTrapezoid,
  kBi2,
  kRadau3,
  kRadau5,
  kLobatto4,
  kSdirk4,
  kGauss4,
  kGauss6,
  kArs2,  // whose states may be explicit in part (mixed_methods.h)
  kArs3,
};

// In the order of the enumeration.
std::span<const Method> Methods();
// "euler", "bdf", ...: as integrate/suite/methods.h spells those that are there too.
std::string_view NameOf(Method method);
std::optional<Method> MethodNamed(std::string_view name);
// The description of methods that exist only here; empty if integrate/suite/methods.h describes it.
std::string_view DescriptionOf(Method method);
// "euler, rk4, ...", for people.
std::string MethodNames();

// True if old(x) needs more than one past step: kBdf and kAdams, of orders 1 to 6.
bool IsMultistep(Method method);
constexpr int kHighestOrder = 6;
// The order of the others.
int OrderOf(Method method);

causal::StageMethod StagesOf(Method method);
// Of any Runge-Kutta method.
causal::StageMethod StagesOf(const integrate::theory::Tableau& tableau);

}  // namespace daedalus::inlined

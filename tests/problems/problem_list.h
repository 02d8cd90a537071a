// The functions behind MakeIvpProblem, one for each problem; see the .cc files.
#pragma once

#include <cstdint>
#include <optional>

#include "problems/ivp_problem.h"

namespace daedalus::problems {

IvpProblem Robertson();
IvpProblem VanDerPol();
IvpProblem Hires();
IvpProblem ChemicalAkzo();
IvpProblem TransistorAmplifier();

enum class PendulumForm { kIndex3, kIndex2, kIndex1, kStabilized };
IvpProblem Pendulum(PendulumForm form);

}  // namespace daedalus::problems

// The functions behind MakeIvpProblem, one for each problem; see the .cc files.
#pragma once

#include <cstdint>
#include <vector>

#include "problems/ivp_problem.h"

namespace daedalus::problems {

IvpProblem Robertson();
IvpProblem VanDerPol();
IvpProblem Hires();
IvpProblem ChemicalAkzo();
IvpProblem TransistorAmplifier();

IvpProblem Pollution();
IvpProblem RingModulator();
IvpProblem Fekete();
IvpProblem NandGate();
IvpProblem ChargePump();
IvpProblem Wheelset();
IvpProblem TwoBitAdder();

enum class E5Form { kAsGiven, kConserving };
IvpProblem E5(E5Form form);

// To t = 0.01 or 1000 in Gear's table.
IvpProblem Gear1970(double t_end);
std::vector<double> Gear1970Exact(double t);

enum class MechanicalForm { kIndex3, kIndex1 };
IvpProblem CarAxis(MechanicalForm form);
IvpProblem Andrews(MechanicalForm form);

enum class PendulumForm { kIndex3, kIndex2, kIndex1, kStabilized };
IvpProblem Pendulum(PendulumForm form);

}  // namespace daedalus::problems

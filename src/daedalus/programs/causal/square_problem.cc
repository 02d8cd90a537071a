#include "daedalus/programs/causal/square_problem.h"

namespace daedalus::causal {

SquareProblem CausalProblem(const System& system, const SystemIncidence& incidence) {
  SquareProblem problem;
  problem.equations = &system.equations;
  problem.incidence = HighestDerivatives(incidence);
  for (const VariableId v : IdRange<VariableId>(system.variables.size()))
    problem.unknowns.Add({v, incidence.is_differential[v.index()] ? 1 : 0});
  return problem;
}

}  // namespace daedalus::causal

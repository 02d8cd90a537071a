// What each method claims to solve of the test problems, and at which tolerances: for the test that holds it
// to its record (integrate/ivp_testset_test.cc) and for the program that makes the record (record.cc).
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "problems/ivp_problem.h"
#include "problems/run_problem.h"

namespace daedalus::problems {

struct Claim {
  std::string form;
  std::string method;
  std::vector<double> tolerances;
};

inline void PrintTo(const Claim& claim, std::ostream* out) {
  *out << claim.form << " by " << claim.method;
}

inline std::vector<Claim> IvpClaims() {
  using Names = std::vector<std::string>;
  const auto without = [](Names names, const Names& some) {
    std::erase_if(names, [&](const std::string& name) { return std::ranges::count(some, name) > 0; });
    return names;
  };
  const Names index_1 = {"robertson",  "vdpol",      "hires",          "chemakzo", "transamp",
                         "pollu",      "e5_dae",     "gear1970_short", "gear1970", "nand",
                         "andrews_i1", "caraxis_i1", "pendulum_i1",    "heat1d"};
  std::vector<Claim> claims;
  const auto claim = [&](const Names& methods, const Names& forms,
                         const std::vector<double>& tolerances = {1e-4, 1e-6}) {
    for (const std::string& method : methods) {
      for (const std::string& form : forms) claims.push_back({form, method, tolerances});
    }
  };
  claim({"ida", "bdf", "radau3", "radau5", "radau", "lobatto4", "sdirk4"}, index_1);
  claim({"rodas"}, without(index_1, {"gear1970_short", "gear1970", "nand"}));  // not of the form M y' = f
  claim({"gear"}, without(index_1, {"transamp", "andrews_i1"}));               // Gear's control stops there
  claim({"ida", "bdf", "gear", "radau3", "radau5", "radau", "lobatto4"},
        {"pendulum_i2", "pendulum_ggl", "fekete"});
  claim({"radau3"}, {"pendulum", "caraxis", "andrews"});
  claim({"radau5", "radau", "lobatto4"}, {"pendulum", "caraxis"});
  // At 1e-10 the rounding of the constraints, magnified in the accelerations, is larger than what is usually
  // left of a Newton iteration, and a first step that is too short leaves a wrong velocity behind.
  claim({"radau5", "radau", "lobatto4"}, {"andrews"}, {1e-4, 1e-6, 1e-8, 1e-10});
  claim({"bdf", "gear"}, {"andrews"});
  claim({"ida", "bdf", "radau3", "radau5", "radau", "lobatto4"}, {"wheelset"});
  claim({"ida", "bdf", "radau5", "radau"}, {"pump"});
  claim({"ida", "bdf", "radau5", "rodas"}, {"ringmod", "tba"}, {1e-4});  // long ones
  return claims;
}

inline ProblemRun RunAt(const IvpProblem& problem, const std::string& method, double relative) {
  auto integrator =
      integrate::MakeIntegrator(method, problem.dae, TolerancesFor(problem, relative),
                                {.max_steps = 200'000, .suppress_algebraic = problem.suppress_algebraic});
  if (!integrator)
    return {.outcome = {.status = integrate::StepStatus::kBadInput, .reason = integrator.error()}};
  return RunProblem(problem, **integrator);
}

}  // namespace daedalus::problems

#include "daedalus/programs/causal/assigned_guess.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

std::vector<double> Completed(Model m, double time, const std::vector<double>& start) {
  return WithAssigned(std::move(m).Build().value(), {time, start, {}});
}

TEST(AssignedGuess, FollowsEquationsFromTimeAndStartValues) {
  Model m("M");
  auto a = m.Variable("a"), c = m.Variable("c"), x = m.Variable("x", {.start = 3.0}), y = m.Variable("y");
  m.Equation(y == x * a);
  m.Equation(a == 2.0 * m.Time());
  m.Equation(c * c == y);  // assigns nothing
  m.Equation(der(x) == c);
  EXPECT_EQ(Completed(std::move(m), 5, {0, 0, 3, 0}), (std::vector<double>{10, 0, 3, 30}));
}

TEST(AssignedGuess, StartValuesOfTheUserAndCirclesStay) {
  Model m("M");
  auto p = m.Variable("p", {.start = 7.0}), q = m.Variable("q"), r = m.Variable("r");
  m.Equation(p == m.Time());
  m.Equation(q == sin(r));
  m.Equation(r == cos(q));
  EXPECT_EQ(Completed(std::move(m), 5, {7, 0, 0}), (std::vector<double>{7, 0, 0}));
}

// The start value of a type gives way to what follows from given values, and nothing follows from it.
TEST(AssignedGuess, StartValuesOfTypesAreNotGivenValues) {
  Model m("M");
  auto flow = m.Variable("flow", {.start = 3.0}), density = m.Variable("density", {.start = 1.0}),
       other = m.Variable("other", {.start = 1.0}), mass = m.Variable("mass");
  m.Equation(density == 1000.0 - flow);
  m.Equation(other * other == flow + 1.0);  // assigns nothing
  m.Equation(mass == 2.0 * other);
  m.Equation(flow == sin(mass));
  System system = std::move(m).Build().value();
  const std::vector<double> start = {3, 1, 1, 0};
  for (const VariableId v : {VariableId(1), VariableId(2)})
    system.variables[v].start_weight = StartWeight::kGuess;
  EXPECT_EQ(WithFollowing(system, {0, start, {}}), (std::vector<double>{3, 997, 1, 0}));
  system.variables[VariableId(1)].fixed = true;
  EXPECT_EQ(WithFollowing(system, {0, start, {}}), start) << "a condition is no guess";
}

TEST(AssignedGuess, WhatHasNoFiniteValueStaysAsItWas) {
  Model m("M");
  auto p = m.Variable("p"), q = m.Variable("q");
  m.Equation(p == 1.0 / m.Time());
  m.Equation(q == p + 1.0);
  EXPECT_EQ(Completed(std::move(m), 0, {0, 0}), (std::vector<double>{0, 1}));
}

}  // namespace
}  // namespace daedalus::causal

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

TEST(AssignedGuess, WhatHasNoFiniteValueStaysAsItWas) {
  Model m("M");
  auto p = m.Variable("p"), q = m.Variable("q");
  m.Equation(p == 1.0 / m.Time());
  m.Equation(q == p + 1.0);
  EXPECT_EQ(Completed(std::move(m), 0, {0, 0}), (std::vector<double>{0, 1}));
}

}  // namespace
}  // namespace daedalus::causal

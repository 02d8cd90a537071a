#include "daedalus/system/discontinuities.h"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

bool JumpsWith(expr::Op op) {
  System system;
  Variable x;
  x.name = system.names.Add("x");
  const VariableId id = system.variables.Add(x);
  Equation equation;
  equation.left = system.graph.Variable(id, 1);
  equation.right = system.graph.Make(op, {system.graph.Variable(id)});
  equation.residual = system.graph.Make(expr::Op::kAdd, {equation.left, equation.right});
  system.equations.Add(equation);
  return MayJump(system);
}

TEST(Discontinuities, AreMadeByConditionsAndRounding) {
  EXPECT_FALSE(JumpsWith(expr::Op::kSin));
  EXPECT_FALSE(JumpsWith(expr::Op::kAbs));
  EXPECT_TRUE(JumpsWith(expr::Op::kSign));
  EXPECT_TRUE(JumpsWith(expr::Op::kFloor));
  EXPECT_TRUE(JumpsWith(expr::Op::kNot));
}

TEST(Discontinuities, WhatNoEquationUsesDoesNotCount) {
  System system;
  const auto time = system.graph.Time();
  system.graph.Make(expr::Op::kSign, {time});
  EXPECT_FALSE(MayJump(system));
}

}  // namespace
}  // namespace daedalus

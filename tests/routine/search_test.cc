#include "daedalus/routine/search.h"

#include <gtest/gtest.h>

#include "daedalus/expr/build.h"
#include "routine/routines.h"

namespace daedalus::routine {
namespace {

// The zero of x^2 - p between 0 and b by bisection: inputs p, b.
std::shared_ptr<const Routine> Bisected() {
  Draft d(2);
  const Register low = d.code.NewRegister(), high = d.code.NewRegister(), x = d.code.NewRegister();
  d.Set(low, d.c(0.0));
  d.Set(high, d.r(1));
  const std::size_t start = d.code.size();
  const expr::ExprId width = expr::Difference(d.g, d.r(high), d.r(low));
  const std::size_t out = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.c(1e-12), width)));
  d.Set(x, expr::Product(d.g, d.c(0.5), expr::Sum(d.g, d.r(low), d.r(high))));
  const std::size_t above =
      d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, expr::Product(d.g, d.r(x), d.r(x)), d.r(0))));
  d.Set(low, d.r(x));
  d.code.Jump(start);
  d.code.Land(above);
  d.Set(high, d.r(x));
  d.code.Jump(start);
  d.code.Land(out);
  return d.Finish("bisected", {low});
}

TEST(Search, ABisectionIsOne) {
  const char both[] = {1, 1}, only_end[] = {0, 1}, real[] = {1}, whole[] = {0};
  EXPECT_TRUE(IsSearch(*Bisected(), both, real));
  EXPECT_FALSE(IsSearch(*Bisected(), only_end, real)) << "the end of the interval enters the result";
  EXPECT_FALSE(IsSearch(*Bisected(), both, whole)) << "what counts has no derivative";
}

TEST(Search, WhatComputesItsResultIsNone) {
  const char one[] = {1}, two[] = {1, 0}, four[] = {1, 1, 1, 0};
  EXPECT_FALSE(IsSearch(*Heron(), one, one));
  EXPECT_FALSE(IsSearch(*Power(), two, one));
  EXPECT_FALSE(IsSearch(*SumOfLast(), four, one));
}

}  // namespace
}  // namespace daedalus::routine

#include "daedalus/system/routine/whole_numbers.h"

#include <gtest/gtest.h>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/routine/flow.h"
#include "system/routine/routines.h"

namespace daedalus::routine {
namespace {

using expr::Op;

// for k from 0 while k < n: body.
template <class Body>
void WriteCounted(Draft& d, Register k, expr::ExprId n, Body body) {
  d.Set(k, d.c(0.0));
  const std::size_t start = d.code.size();
  const std::size_t out = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.r(k), n)));
  body();
  d.Set(k, expr::Sum(d.g, d.r(k), d.c(1.0)));
  d.code.Jump(start);
  d.code.Land(out);
}

TEST(WholeNumbers, ACounterIsOneThoughItsEndIsKnownDuringTheRunOnly) {
  Draft d(1);
  const Register k = d.code.NewRegister(), at = d.code.NewRegister();
  WriteCounted(d, k, d.r(0),
               [&] { d.Set(at, expr::Sum(d.g, expr::Product(d.g, d.c(4.0), d.r(k)), d.c(1.0))); });
  const auto whole = WholeRegisters(*d.Finish("counts", {k}));
  EXPECT_TRUE(whole[k]);
  EXPECT_TRUE(whole[at]) << "what is computed from counters";
  EXPECT_FALSE(whole[0]) << "an input may be anything";
}

TEST(WholeNumbers, WhatDoublesIsNone) {
  Draft d(1);
  const Register k = d.code.NewRegister(), twice = d.code.NewRegister();
  d.Set(twice, d.c(1.0));
  WriteCounted(d, k, d.r(0),
               [&] { d.Set(twice, expr::Sum(d.g, d.r(twice), expr::Product(d.g, d.r(twice), d.r(twice)))); });
  const auto whole = WholeRegisters(*d.Finish("explodes", {twice}));
  EXPECT_TRUE(whole[k]);
  EXPECT_FALSE(whole[twice]) << "soon above 2^53";
}

// while high - low > 1: middle := div(low + high, 2); ...
TEST(WholeNumbers, TheEndsOfABisectionAre) {
  Draft d(1);
  const Register low = d.code.NewRegister(), high = d.code.NewRegister(), middle = d.code.NewRegister();
  d.Set(low, d.c(1.0));
  d.Set(high, d.c(1000.0));
  const std::size_t start = d.code.size();
  const std::size_t out =
      d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, expr::Sum(d.g, d.r(low), d.c(1.0)), d.r(high))));
  d.Set(middle, d.g.Make(Op::kTruncDiv, {expr::Sum(d.g, d.r(low), d.r(high)), d.c(2.0)}));
  const std::size_t above = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.r(middle), d.r(0))));
  d.Set(low, d.r(middle));
  d.code.Jump(start);
  d.code.Land(above);
  d.Set(high, d.r(middle));
  d.code.Jump(start);
  d.code.Land(out);
  const auto whole = WholeRegisters(*d.Finish("bisects", {low}));
  EXPECT_TRUE(whole[low] && whole[high] && whole[middle]);
}

TEST(WholeNumbers, WhatMayBeMinusZeroIsNoneWhereItShows) {
  for (const bool shows : {false, true}) {
    Draft d(1);
    const Register k = d.code.NewRegister(), minus = d.code.NewRegister(), y = d.code.NewRegister();
    WriteCounted(d, k, d.r(0), [&] { d.Set(minus, expr::Product(d.g, d.c(-2.0), d.r(k))); });
    d.Set(y, shows ? expr::Quotient(d.g, d.c(1.0), d.r(minus)) : expr::Sum(d.g, d.r(minus), d.c(1.0)));
    const auto f = d.Finish("minus zero", {y});
    EXPECT_EQ(WholeRegisters(*f)[k], 1);
    EXPECT_FALSE(WholeRegisters(*f)[minus]) << "it is read where the loop has no turn";
  }
  // The same with a value from the start: -2 k + 1 is one, and -2 k as long as nobody sees its sign.
  for (const bool shows : {false, true}) {
    Draft d(1);
    const Register k = d.code.NewRegister(), minus = d.code.NewRegister(), y = d.code.NewRegister();
    d.Set(minus, d.c(1.0));
    WriteCounted(d, k, d.r(0), [&] { d.Set(minus, expr::Product(d.g, d.c(-2.0), d.r(k))); });
    d.Set(y, shows ? expr::Quotient(d.g, d.c(1.0), d.r(minus)) : expr::Sum(d.g, d.r(minus), d.c(1.0)));
    const auto whole = WholeRegisters(*d.Finish("minus zero", {y}));
    EXPECT_EQ(whole[minus] != 0, !shows);
    EXPECT_EQ(whole[y] != 0, !shows);
  }
}

TEST(Flow, WhatIsAssignedOnOnePathOnlyMayBeReadUnassigned) {
  Draft d(1);
  const Register y = d.code.NewRegister(), z = d.code.NewRegister();
  d.Set(z, d.c(1.0));
  const std::size_t skip = d.code.JumpIfFalse(0);
  d.Set(y, d.c(2.0));
  d.code.Land(skip);
  const auto f = d.Finish("perhaps", {y, z});
  EXPECT_TRUE(ReadUnassigned(*f)[y]);
  EXPECT_FALSE(ReadUnassigned(*f)[z]);
  EXPECT_FALSE(ReadUnassigned(*f)[0]);
}

TEST(Flow, BlocksStartAtTargetsAndBehindJumps) {
  const auto starts = BlockStarts(Power()->body());
  EXPECT_EQ(starts.front(), 0u);
  EXPECT_EQ(starts.back(), Power()->body().code.size());
  EXPECT_EQ(starts.size(), 3u) << "before the condition, what it guards, the end";
}

}  // namespace
}  // namespace daedalus::routine

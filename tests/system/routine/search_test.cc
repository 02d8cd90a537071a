#include "daedalus/system/routine/search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/evaluate.h"
#include "system/routine/routines.h"

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

TEST(Search, ABisectionSearchesWithWhatItCompares) {
  const char both[] = {1, 1}, only_end[] = {0, 1}, real[] = {1}, whole[] = {0};
  EXPECT_EQ(SearchedInputs(*Bisected(), both, real), std::vector<std::size_t>{0});
  EXPECT_TRUE(SearchedInputs(*Bisected(), only_end, real).empty())
      << "the end of the interval enters the result";
  EXPECT_TRUE(SearchedInputs(*Bisected(), both, whole).empty()) << "what counts has no derivative";
}

TEST(Search, WhatComputesItsResultDoesNot) {
  const char one[] = {1}, two[] = {1, 0}, four[] = {1, 1, 1, 0};
  EXPECT_TRUE(SearchedInputs(*Heron(), one, one).empty());
  EXPECT_TRUE(SearchedInputs(*Power(), two, one).empty());
  EXPECT_TRUE(SearchedInputs(*SumOfLast(), four, one).empty());
}

// Differences where p varies, which are right; the tangent where it does not.
TEST(Search, DerivativesAreDifferencesWhereItVaries) {
  const auto f = std::const_pointer_cast<Routine>(Bisected());
  f->SetSearched({0});
  expr::Graph g;
  const expr::ExprId p = g.Variable(expr::VariableId(0)), b = g.Variable(expr::VariableId(1)),
                     zero = g.Constant(0.0);
  const expr::ExprId x[] = {p, b}, along_p[] = {g.Constant(1.0), zero}, along_b[] = {zero, g.Constant(1.0)};
  const double values[] = {9.0, 10.0};
  const auto at = [&](expr::ExprId e) { return expr::Evaluate(g, e, {0.0, values, values, {}}); };
  EXPECT_NEAR(at(f->Derivative(g, x, along_p, 0, false)), 1.0 / 6.0, 1e-6);
  EXPECT_TRUE(std::isnan(at(f->Derivative(g, x, along_p, 0, true)))) << "an exact one is not known";
  EXPECT_FALSE(std::isnan(at(f->Derivative(g, x, along_b, 0, true))));
  // Who calls it with something that varies has no tangent either.
  Draft d(1);
  const Register in[] = {0, d.code.Constant(10.0)}, out[] = {d.code.NewRegister()};
  d.code.Call(f, in, out);
  EXPECT_EQ(d.Finish("varies", {out[0]})->Tangent(), nullptr);
  Draft e(1);
  const Register other[] = {e.code.Constant(9.0), 0}, result[] = {e.code.NewRegister()};
  e.code.Call(f, other, result);
  EXPECT_NE(e.Finish("does not", {result[0]})->Tangent(), nullptr);
}

// A tolerance that is handed on: as long as it does not vary, there is a tangent.
TEST(Search, WhatAFunctionThatIsCalledSearchesWithIsHandedOn) {
  const auto f = std::const_pointer_cast<Routine>(Bisected());
  f->SetSearched({0});
  Draft d(2);
  const Register in[] = {0, 1}, out[] = {d.code.NewRegister()};
  d.code.Call(f, in, out);
  const auto caller = std::const_pointer_cast<Routine>(d.Finish("hands on", {out[0]}));
  const char both[] = {1, 1}, real[] = {1};
  EXPECT_EQ(SearchedInputs(*caller, both, real), std::vector<std::size_t>{0});
  caller->SetSearched({0});
  EXPECT_NE(caller->Tangent(), nullptr);
}

}  // namespace
}  // namespace daedalus::routine

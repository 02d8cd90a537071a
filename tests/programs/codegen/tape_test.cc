#include "daedalus/programs/codegen/tape.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::codegen {
namespace {

using expr::Graph;
using expr::Op;
using expr::VariableId;

class TapeTest : public testing::Test {
 protected:
  ExprId y(std::size_t k) { return g.Variable(VariableId(k)); }
  ExprId Minus(ExprId x) { return g.Make(Op::kMul, {g.Constant(-1), x}); }
  Tape TapeOf(ExprId e) { return BuildTape(Linearizer(g).Linearize({&e, 1})); }
  static std::size_t Count(const Tape& tape, TapeOp op) {
    return static_cast<std::size_t>(
        std::count_if(tape.code.begin(), tape.code.end(), [&](const Instruction& i) { return i.op == op; }));
  }

  Graph g;
};

TEST_F(TapeTest, SubtractionComesBack) {
  EXPECT_EQ(ToString(TapeOf(g.Make(Op::kAdd, {y(0), Minus(y(1))}))),
            "r0 = slot 0\n"
            "r1 = slot 1\n"
            "r1 = subtract r0 r1\n"
            "output 0 = r1\n");
}

TEST_F(TapeTest, NegatedTermThatStandsFirstIsSubtractedFromTheNext) {
  // Both are compound, so the canonical order is by shape and may put either first.
  const Tape tape = TapeOf(g.Make(Op::kAdd, {Minus(y(0)), g.Make(Op::kSin, {y(1)})}));
  EXPECT_EQ(Count(tape, TapeOp::kSubtract), 1u);
  EXPECT_EQ(Count(tape, TapeOp::kNegate), 0u);
  EXPECT_EQ(Count(tape, TapeOp::kMul), 0u);
}

TEST_F(TapeTest, NegatedProductIsComputedOnceForSumAndForItself) {
  const ExprId product = g.Make(Op::kMul, {g.Constant(-1), y(0), y(1)});
  const Tape tape = TapeOf(g.Make(Op::kDiv, {g.Make(Op::kAdd, {y(2), product}), product}));
  EXPECT_EQ(Count(tape, TapeOp::kMul), 1u);
  EXPECT_EQ(Count(tape, TapeOp::kSubtract), 1u);
  EXPECT_EQ(Count(tape, TapeOp::kNegate), 1u);
}

TEST_F(TapeTest, IntegerPowersAreBinaryMultiplications) {
  EXPECT_EQ(Count(TapeOf(g.Make(Op::kPow, {y(0), g.Constant(13)})), TapeOp::kMul),
            5u);  // 3 squares, 2 products
  EXPECT_EQ(Count(TapeOf(g.Make(Op::kPow, {y(0), g.Constant(-2)})), TapeOp::kDiv), 1u);
  EXPECT_EQ(Count(TapeOf(g.Make(Op::kPow, {y(0), g.Constant(2.5)})), TapeOp::kPow), 1u);
}

TEST_F(TapeTest, SharedSubexpressionsAreComputedOnce) {
  const ExprId shared = g.Make(Op::kSin, {y(0)});
  EXPECT_EQ(Count(TapeOf(g.Make(Op::kAdd, {g.Make(Op::kMul, {shared, shared}), shared})), TapeOp::kSin), 1u);
}

TEST_F(TapeTest, ALongSumNeedsFewRegisters) {
  std::vector<ExprId> terms;
  for (std::size_t k = 0; k < 100'000; ++k) terms.push_back(g.Make(Op::kMul, {y(2 * k), y(2 * k + 1)}));
  const Tape tape = TapeOf(g.Make(Op::kAdd, terms));
  EXPECT_EQ(tape.code.size(), 400'000u);  // two loads and a product a term, n - 1 sums, one store
  EXPECT_LE(tape.num_registers, 4u);
}

TEST_F(TapeTest, ADeepExpressionNeedsNoRecursion) {
  ExprId e = y(0);
  for (int k = 0; k < 500'000; ++k) e = g.Make(k % 2 == 0 ? Op::kSin : Op::kAbs, {e});
  const Tape tape = TapeOf(e);
  EXPECT_EQ(tape.code.size(), 500'002u);
  EXPECT_EQ(tape.num_registers, 1u);
}

// Without lazy evaluation the discarded branch is NaN or infinite; it must not reach the result.
TEST_F(TapeTest, ADiscardedBranchDoesNotSpoilTheValue) {
  const ExprId x = y(0), zero = g.Constant(0);
  const std::vector<ExprId> outputs = {
      g.Make(Op::kIf, {g.Make(Op::kLess, {zero, x}), g.Make(Op::kSqrt, {x}), zero}),
      g.Make(Op::kIf, {g.Make(Op::kNotEqual, {x, zero}), g.Make(Op::kDiv, {g.Constant(1), x}), zero}),
  };
  Kernel kernel(CompileProgram(g, outputs));
  for (const double value : {0.0, -4.0}) {
    double out[2];
    kernel.Evaluate({0, &value, nullptr, nullptr}, out);
    EXPECT_EQ(out[0], 0.0);
    EXPECT_EQ(out[1], value == 0 ? 0.0 : -0.25);
  }
}

}  // namespace
}  // namespace daedalus::codegen

#include "daedalus/programs/codegen/shape.h"

#include <gtest/gtest.h>

#include "daedalus/programs/codegen/kernel_program.h"
#include "programs/codegen/chain_model.h"

namespace daedalus::codegen {
namespace {

using expr::Graph;
using expr::Op;
using expr::ParameterId;
using expr::VariableId;

struct Leaves {
  Graph g;
  ExprId y(std::size_t k) { return g.Variable(VariableId(k)); }
  ExprId yp(std::size_t k) { return g.Variable(VariableId(k), 1); }
  ExprId p(std::size_t k) { return g.Parameter(ParameterId(k)); }
  ExprId c(double value) { return g.Constant(value); }
  std::size_t NumGroups(std::initializer_list<ExprId> list) {
    return GroupByShape(g, std::span<const ExprId>(list.begin(), list.size())).size();
  }
};

TEST(Shape, ExpressionsThatDifferInLeavesShareAShape) {
  Leaves l;
  EXPECT_EQ(l.NumGroups({l.g.Make(Op::kMul, {l.c(2), l.y(0)}), l.g.Make(Op::kMul, {l.c(3), l.y(7)})}), 1u);
  EXPECT_EQ(l.NumGroups({l.g.Make(Op::kMul, {l.p(2), l.yp(0)}), l.g.Make(Op::kMul, {l.p(3), l.yp(7)})}), 1u);
}

TEST(Shape, DifferentOperationsAndKindsOfLeavesAreDifferentShapes) {
  Leaves l;
  EXPECT_EQ(l.NumGroups({l.g.Make(Op::kSin, {l.y(0)}), l.g.Make(Op::kCos, {l.y(0)}),
                         l.g.Make(Op::kSin, {l.yp(0)}), l.g.Make(Op::kSin, {l.p(0)}),
                         l.g.Make(Op::kSin, {l.c(5)}), l.g.Make(Op::kSin, {l.g.Time()})}),
            6u);
}

TEST(Shape, RepeatedLeavesAreNotDistinctLeaves) {
  Leaves l;
  EXPECT_EQ(l.NumGroups({l.g.Make(Op::kMul, {l.y(0), l.y(1)}), l.g.Make(Op::kMul, {l.y(0), l.y(0)})}), 2u);
}

TEST(Shape, MinusOneAndIntegerExponentsArePartOfTheShape) {
  Leaves l;
  EXPECT_EQ(l.NumGroups({l.g.Make(Op::kMul, {l.c(-1), l.y(0)}), l.g.Make(Op::kMul, {l.c(-2), l.y(0)})}), 2u);
  EXPECT_EQ(l.NumGroups({l.g.Make(Op::kPow, {l.y(0), l.c(2)}), l.g.Make(Op::kPow, {l.y(0), l.c(3)})}), 2u);
  EXPECT_EQ(l.NumGroups({l.g.Make(Op::kPow, {l.y(0), l.c(2.5)}), l.g.Make(Op::kPow, {l.y(0), l.c(3.5)})}),
            1u);
}

TEST(Shape, ANumberMayBeAnExponentAndACoefficientInOneExpression) {
  Leaves l;
  const auto make = [&](double coefficient, ExprId x) {
    return l.g.Make(Op::kMul, {l.c(coefficient), l.g.Make(Op::kPow, {x, l.c(2)})});
  };
  const std::vector<ExprId> list = {make(2, l.y(0)), make(5, l.y(1))};
  const auto groups = GroupByShape(l.g, list);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].constants, (std::vector<double>{2, 5}));
}

TEST(Shape, RowsHoldTheLeavesOfEachInstanceInTheOrderOfTheList) {
  Leaves l;
  const std::vector<ExprId> list = {l.g.Make(Op::kDiv, {l.y(3), l.p(1)}), l.g.Make(Op::kSin, {l.y(9)}),
                                    l.g.Make(Op::kDiv, {l.y(4), l.p(0)})};
  const auto groups = GroupByShape(l.g, list);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].outputs, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(groups[0].rows, (std::vector<std::uint32_t>{3, 1, 4, 0}));
  EXPECT_EQ(groups[0].body.slots, (std::vector<InputBlock>{InputBlock::kVariable, InputBlock::kParameter}));
  EXPECT_EQ(groups[1].outputs, (std::vector<std::uint32_t>{1}));
}

TEST(Shape, ALongChainHasTwoShapesAndAlmostNoTables) {
  const ChainModel chain(100'000);
  const KernelProgram program = CompileProgram(chain.graph, chain.residuals);
  EXPECT_EQ(program.groups.size(), 2u);
  EXPECT_EQ(program.groups[1].num_instances, 99'998u);
  EXPECT_LT(program.table_bytes(), 1000u);
}

TEST(Shape, ConstantsThatDifferCostOneDoubleForEachInstance) {
  const ChainModel chain(10'000, true);
  const KernelProgram program = CompileProgram(chain.graph, chain.residuals);
  EXPECT_EQ(program.groups.size(), 2u);
  EXPECT_EQ(program.indices.size(), 0u);
  EXPECT_GE(program.constants.size(), 9'998u);
  EXPECT_LT(program.constants.size(), 10'020u);
}

TEST(Shape, IrregularIndicesBecomeATable) {
  Leaves l;
  const std::vector<ExprId> list = {l.g.Make(Op::kSin, {l.y(5)}), l.g.Make(Op::kSin, {l.y(3)}),
                                    l.g.Make(Op::kSin, {l.y(4)})};
  const KernelProgram program = CompileProgram(l.g, list);
  ASSERT_EQ(program.groups.size(), 1u);
  EXPECT_FALSE(program.groups[0].slots[0].column.IsAffine());
  EXPECT_EQ(program.indices, (std::vector<std::uint32_t>{5, 3, 4}));
  EXPECT_TRUE(program.groups[0].outputs[0].IsAffine());
}

}  // namespace
}  // namespace daedalus::codegen

#include "daedalus/programs/codegen/straight_line.h"

#include <gtest/gtest.h>

#include "daedalus/programs/codegen/kernel.h"
#include "programs/codegen/random_model.h"

namespace daedalus::codegen {
namespace {

using expr::Op;

TEST(StraightLine, EachInputIsReadOnceAndEachOperationDoneOnce) {
  expr::Graph g;
  const ExprId x = g.Variable(expr::VariableId(3u), 0), y = g.Variable(expr::VariableId(5u), 1);
  const ExprId xy = g.Make(Op::kMul, {x, y});
  // Three shapes, so three groups; x*y is in all of them, and 2 in two.
  const std::vector<ExprId> outputs = {g.Make(Op::kSin, {xy}), g.Make(Op::kAdd, {xy, g.Constant(2)}),
                                       g.Make(Op::kPow, {g.Constant(2), xy})};
  const KernelProgram program = CompileProgram(g, outputs);
  ASSERT_EQ(program.groups.size(), 3u);
  const StraightLine line = MakeStraightLine(program);
  EXPECT_TRUE(line.other_groups.empty());
  EXPECT_EQ(line.inputs.size(), 2u);
  EXPECT_EQ(line.fixed, std::vector<double>{2});
  EXPECT_EQ(line.code.size(), 4u) << "the product, and one operation for each output";
  EXPECT_EQ(line.outputs.size(), 3u);
}

TEST(StraightLine, PositiveAndNegativeZeroAreTwoNumbers) {
  expr::Graph g;
  const ExprId x = g.Variable(expr::VariableId(0u), 0);
  const std::vector<ExprId> outputs = {g.Make(Op::kAtan2, {g.Constant(0.0), x}),
                                       g.Make(Op::kAtan2, {g.Constant(-0.0), x})};
  const TestPoint point{.time = 0, .y = {-1}, .yp = {0}, .p = {}};
  std::vector<double> out(2);
  Kernel(CompileProgram(g, outputs)).Evaluate(point.inputs(), out.data());
  EXPECT_TRUE(SameValue(out[0], std::atan2(0.0, -1)));
  EXPECT_TRUE(SameValue(out[1], std::atan2(-0.0, -1)));
}

// Every way to cut the groups of a program into a line and the rest gives the bits of direct evaluation.
TEST(StraightLine, AgreesWithDirectEvaluationWhereverItEnds) {
  constexpr std::uint32_t kVariables = 30, kParameters = 10;
  std::mt19937 random(7);
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    expr::Graph graph;
    RandomExpressions expressions(graph, kVariables, kParameters, seed);
    std::vector<ExprId> outputs;
    for (std::uint32_t s = 0; s < 12; ++s) {
      for (std::uint32_t i = 0; i <= s / 2; ++i) outputs.push_back(expressions.Make(seed * 100 + s, 12));
    }
    const TestPoint point = RandomPoint(kVariables, kParameters, random);
    std::vector<double> direct;
    for (const ExprId output : outputs) direct.push_back(expr::Evaluate(graph, output, point.point()));
    const KernelProgram program = CompileProgram(graph, outputs);
    for (const StraightLineOptions& options :
         {StraightLineOptions{0, 0}, {1, 2000}, {2, 60}, {4, 2000}, {100, 100}, {100, 100'000}}) {
      const StraightLine line = MakeStraightLine(program, options);
      Interpreter interpreter(program, line);
      KernelInputs inputs = point.inputs();
      inputs[InputBlock::kConstant] = program.constants.data();
      std::vector<double> out(outputs.size(), -99);
      for (int again = 0; again < 2; ++again) interpreter.Run(program, line, inputs, out.data());
      ExpectSameValues(direct, out);
    }
  }
}

}  // namespace
}  // namespace daedalus::codegen

#include <gtest/gtest.h>

#include "daedalus/programs/codegen/kernel.h"
#include "programs/codegen/random_model.h"

namespace daedalus::codegen {
namespace {

TEST(CompileJointly, GivesTheSameBitsAsOneByOne) {
  constexpr std::uint32_t kVariables = 12, kParameters = 5;
  std::mt19937 random(11);
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    expr::Graph g;
    RandomExpressions expressions(g, kVariables, kParameters, seed);
    std::vector<ExprId> outputs;
    for (std::uint32_t i = 0; i < 10; ++i) outputs.push_back(expressions.Make(100 * seed + i / 2, 12));
    outputs.push_back(outputs[0]);  // the same expression twice
    Kernel together(CompileJointly(g, outputs)), alone(CompileProgram(g, outputs));
    const TestPoint point = RandomPoint(kVariables, kParameters, random);
    std::vector<double> a(outputs.size()), b(outputs.size());
    together.Evaluate(point.inputs(), a.data());
    alone.Evaluate(point.inputs(), b.data());
    ExpectSameValues(a, b);
  }
}

TEST(CompileJointly, ComputesWhatIsCommonOnce) {
  expr::Graph g;
  const ExprId x = g.Variable(expr::VariableId(0u));
  ExprId common = x;
  for (int i = 0; i < 20; ++i) common = g.Make(expr::Op::kSin, {common});
  std::vector<ExprId> outputs;
  for (const expr::Op op : {expr::Op::kCos, expr::Op::kTan, expr::Op::kExp})
    outputs.push_back(g.Make(op, {common}));
  EXPECT_LT(CompileJointly(g, outputs).num_instructions(), 30u);
  EXPECT_GT(CompileProgram(g, outputs).num_instructions(), 60u);
  EXPECT_EQ(CompileJointly(g, {}).num_outputs, 0u);
}

}  // namespace
}  // namespace daedalus::codegen

// Three routes to one value: direct evaluation of the graph, the interpreter of the tape, and machine code.
#include <gtest/gtest.h>

#include "daedalus/programs/codegen/kernel.h"
#include "programs/codegen/random_model.h"

namespace daedalus::codegen {
namespace {

constexpr std::uint32_t kManyVariables = 50, kManyParameters = 20;

struct RandomProgram {
  expr::Graph graph;
  std::vector<ExprId> outputs;

  RandomProgram(std::uint32_t seed, int num_structures, int num_instances, int num_operations) {
    RandomExpressions expressions(graph, kManyVariables, kManyParameters, seed);
    for (int s = 0; s < num_structures; ++s) {
      for (int i = 0; i < num_instances; ++i) {
        outputs.push_back(expressions.Make(seed * 1000 + static_cast<std::uint32_t>(s), num_operations));
      }
    }
  }

  std::vector<double> Direct(const TestPoint& point) const {
    expr::Evaluator evaluator(graph);
    evaluator.SetPoint(point.point());
    std::vector<double> values;
    for (const ExprId output : outputs) values.push_back(evaluator.Value(output));
    return values;
  }
};

TEST(Agreement, InterpreterEqualsDirectEvaluationToTheLastBit) {
  std::mt19937 random(1);
  std::size_t num_finite = 0, num_values = 0, num_tables = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const RandomProgram program(seed, 15, 5, 3 + static_cast<int>(seed) * 2);
    Kernel kernel(CompileProgram(program.graph, program.outputs));
    num_tables += !kernel.program().indices.empty();
    for (int trial = 0; trial < 3; ++trial) {
      const TestPoint point = RandomPoint(kManyVariables, kManyParameters, random);
      std::vector<double> out(program.outputs.size(), -99);
      kernel.Evaluate(point.inputs(), out.data());
      ExpectSameValues(program.Direct(point), out);
      num_values += out.size();
      for (const double value : out) num_finite += std::isfinite(value);
    }
  }
  EXPECT_GT(2 * num_finite, num_values) << "most comparisons must be of numbers";
  EXPECT_GT(num_tables, 10u) << "most programs must have groups with irregular indices";
}

// Each kind of leaf has a block of its own: derivatives of any order that there is a block for.
TEST(Agreement, HigherDerivativesAreReadFromTheirOwnBlocks) {
  expr::Graph g;
  const expr::VariableId x(1u);
  const ExprId sum =
      g.Make(expr::Op::kAdd, {g.Variable(x, 0), g.Make(expr::Op::kMul, {g.Constant(10), g.Variable(x, 1)}),
                              g.Make(expr::Op::kMul, {g.Constant(100), g.Variable(x, 2)}),
                              g.Make(expr::Op::kMul, {g.Constant(1000), g.Variable(x, 3)})});
  Kernel kernel(CompileProgram(g, std::vector<ExprId>{sum}));
  const double y[] = {0, 1}, yp[] = {0, 2}, second[] = {0, 3}, third[] = {0, 4};
  KernelInputs inputs(0, y, yp, nullptr);
  inputs[InputBlock::kSecondDerivative] = second;
  inputs[InputBlock::kThirdDerivative] = third;
  double out = 0;
  kernel.Evaluate(inputs, &out);
  EXPECT_EQ(out, 4321);
  ASSERT_EQ(kernel.UseMachineCode(), std::nullopt);
  out = 0;
  kernel.Evaluate(inputs, &out);
  EXPECT_EQ(out, 4321);
}

class MachineCodeAgreement : public testing::TestWithParam<int> {};

TEST_P(MachineCodeAgreement, MachineCodeEqualsInterpreterToTheLastBit) {
  std::mt19937 random(2);
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const RandomProgram program(seed, 15, 1 + static_cast<int>(seed) % 3 * 4, 3 + static_cast<int>(seed) * 5);
    Kernel kernel(CompileProgram(program.graph, program.outputs));
    MachineCodeOptions options;
    options.optimization_level = GetParam();
    options.instructions_a_function = 100 * seed;
    const TestPoint point = RandomPoint(kManyVariables, kManyParameters, random);
    std::vector<double> interpreted(program.outputs.size()), compiled(program.outputs.size(), -99);
    kernel.Evaluate(point.inputs(), interpreted.data());
    ASSERT_EQ(kernel.UseMachineCode(options), std::nullopt);
    ASSERT_NE(kernel.machine_code(), nullptr);
    EXPECT_TRUE(kernel.machine_code()->interpreted_groups.empty());
    kernel.Evaluate(point.inputs(), compiled.data());
    ExpectSameValues(interpreted, compiled);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, MachineCodeAgreement, testing::Values(0, 1, 2));

// Every operation alone, on values where operations disagree if they can: zeros of both signs, infinities,
// NaN, halves, and numbers beyond 2^53.
TEST(Agreement, EveryOperationAgreesOnSpecialValues) {
  const double inf = INFINITY;
  const std::vector<double> special = {0.0, -0.0,  1,      -1,     0.5,  -0.5, 2.5,  -2.5,
                                       3,   1e300, -1e300, 1e-310, 1e17, inf,  -inf, NAN};
  const auto n = static_cast<std::uint32_t>(special.size());
  expr::Graph graph;
  std::vector<ExprId> outputs;
  for (int o = static_cast<int>(expr::Op::kAdd); o < expr::kNumOps; ++o) {
    const auto op = static_cast<expr::Op>(o);
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        const ExprId x = graph.Variable(expr::VariableId(i)), y = graph.Variable(expr::VariableId(n + j));
        const int arity = expr::Arity(op);
        if (arity == 1) outputs.push_back(graph.Make(op, {x}));
        if (arity == 2 || arity < 0) outputs.push_back(graph.Make(op, {x, y}));
        if (arity == 3) outputs.push_back(graph.Make(op, {x, y, graph.Time()}));
      }
    }
  }
  TestPoint point;
  point.time = 7;
  point.y = special;
  point.y.insert(point.y.end(), special.begin(), special.end());
  Kernel kernel(CompileProgram(graph, outputs));
  std::vector<double> interpreted(outputs.size()), compiled(outputs.size());
  kernel.Evaluate(point.inputs(), interpreted.data());
  expr::Evaluator evaluator(graph);
  evaluator.SetPoint(point.point());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    ASSERT_TRUE(SameValue(evaluator.Value(outputs[i]), interpreted[i]))
        << expr::Name(graph.op(outputs[i])) << ": " << interpreted[i];
  }
  for (const int level : {0, 1, 2}) {
    Kernel other(CompileProgram(graph, outputs));
    MachineCodeOptions options;
    options.optimization_level = level;
    ASSERT_EQ(other.UseMachineCode(options), std::nullopt);
    other.Evaluate(point.inputs(), compiled.data());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      ASSERT_TRUE(SameValue(interpreted[i], compiled[i]))
          << expr::Name(graph.op(outputs[i])) << ": " << interpreted[i] << " and " << compiled[i];
    }
  }
}

// a*b + c is the pattern that a fused multiply-add would round differently.
TEST(Agreement, ProductsAndSumsAreRoundedSeparately) {
  expr::Graph graph;
  const auto v = [&](std::uint32_t k) { return graph.Variable(expr::VariableId(k)); };
  std::vector<ExprId> outputs;
  for (std::uint32_t i = 0; i < 100; ++i) {
    outputs.push_back(
        graph.Make(expr::Op::kAdd, {graph.Make(expr::Op::kMul, {v(3 * i), v(3 * i + 1)}), v(3 * i + 2)}));
  }
  TestPoint point;
  std::vector<double> expected;
  for (int i = 0; i < 100; ++i) {
    const double a = 1 + (i + 1) * 0x1p-30, b = 1 - (i + 1) * 0x1p-30;
    point.y.insert(point.y.end(), {a, b, -1});
    volatile const double product = a * b;
    expected.push_back(product - 1);
  }
  Kernel kernel(CompileProgram(graph, outputs));
  std::vector<double> out(outputs.size());
  kernel.Evaluate(point.inputs(), out.data());
  ExpectSameValues(expected, out);
  for (const int level : {0, 2}) {
    Kernel compiled(CompileProgram(graph, outputs));
    MachineCodeOptions options;
    options.optimization_level = level;
    ASSERT_EQ(compiled.UseMachineCode(options), std::nullopt);
    compiled.Evaluate(point.inputs(), out.data());
    ExpectSameValues(expected, out);
  }
}

}  // namespace
}  // namespace daedalus::codegen

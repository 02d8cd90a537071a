#include "daedalus/programs/codegen/line_assembler.h"

#include <gtest/gtest.h>

#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/system/expr/build.h"
#include "programs/codegen/random_model.h"

namespace daedalus::codegen {
namespace {

using expr::Op;

// Whether this machine has an assembler: the others have nothing to agree with.
bool HasAssembler() {
  expr::Graph g;
  return !AssembleLine(MakeStraightLine(CompileProgram(g, std::vector<ExprId>{g.Time()}))).empty();
}

// The values of all outputs, first by the interpreter, then assembled.
void ExpectAgreement(Kernel& kernel, const TestPoint& point) {
  std::vector<double> interpreted(kernel.program().num_outputs, -99), assembled(interpreted.size(), -99);
  kernel.Evaluate(point.inputs(), interpreted.data());
  Kernel* const kernels[] = {&kernel};
  UseAssembledLines(kernels);
  ASSERT_TRUE(kernel.is_assembled());
  for (int again = 0; again < 2; ++again) kernel.Evaluate(point.inputs(), assembled.data());
  ExpectSameValues(interpreted, assembled);
}

TEST(LineAssembler, AgreesWithTheInterpreterToTheLastBit) {
  if (!HasAssembler()) GTEST_SKIP() << "no assembler for this machine";
  constexpr std::uint32_t kVariables = 200, kParameters = 40;  // near and far offsets
  std::mt19937 random(3);
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    expr::Graph graph;
    RandomExpressions expressions(graph, kVariables, kParameters, seed);
    std::vector<ExprId> outputs;
    for (std::uint32_t s = 0; s < 10; ++s) {
      for (std::uint32_t i = 0; i < (s == 0 ? 9u : 1u); ++i)  // one group too many for the line
        outputs.push_back(expressions.Make(seed * 100 + s, 1 + static_cast<int>(seed)));
    }
    const TestPoint point = RandomPoint(kVariables, kParameters, random);
    Kernel by_shape(CompileProgram(graph, outputs)), jointly(CompileJointly(graph, outputs));
    ExpectAgreement(by_shape, point);
    ExpectAgreement(jointly, point);
  }
}

// A tape that is too long for the compiler stays assembled, where the compiler would leave it to the
// interpreter.
TEST(LineAssembler, ALongTapeStaysAssembledInALongRun) {
  if (!HasAssembler()) GTEST_SKIP() << "no assembler for this machine";
  expr::Graph g;
  ExprId x = g.Variable(expr::VariableId(0));
  for (std::uint32_t i = 0; i < 3000; ++i)
    x = expr::Sum(g, expr::Product(g, g.Parameter(expr::ParameterId(i % 7)), x),
                  g.Variable(expr::VariableId(1 + i % 5)));
  Kernel kernel(CompileJointly(g, std::vector<ExprId>{x}));
  ASSERT_GT(kernel.program().num_instructions(), MachineCodeOptions{}.longest_tape);
  std::mt19937 random(3);
  ExpectAgreement(kernel, RandomPoint(6, 7, random));
  EXPECT_EQ(kernel.UseMachineCode(), std::nullopt);
  EXPECT_EQ(kernel.machine_code(), nullptr);
  EXPECT_TRUE(kernel.is_assembled());
}

// Zeros of both signs, infinities, NaN, halves, and numbers beyond 2^53; results that are used at once,
// later, and by themselves.
TEST(LineAssembler, EveryOperationAgreesOnSpecialValues) {
  if (!HasAssembler()) GTEST_SKIP() << "no assembler for this machine";
  const double inf = INFINITY;
  const std::vector<double> special = {0.0, -0.0,  1,      -1,     0.5,  -0.5, 2.5,  -2.5,
                                       3,   1e300, -1e300, 1e-310, 1e17, inf,  -inf, NAN};
  const auto n = static_cast<std::uint32_t>(special.size());
  const TestPoint point{.time = 7, .y = special, .yp = special, .p = {}};
  for (int o = static_cast<int>(Op::kAdd); o < expr::kNumOps; ++o) {
    const auto op = static_cast<Op>(o);
    expr::Graph graph;
    std::vector<ExprId> outputs;
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        const ExprId x = graph.Variable(expr::VariableId(i), 0), y = graph.Variable(expr::VariableId(j), 1);
        const ExprId z = graph.Make(Op::kMax, {y, graph.Time()});
        const int arity = expr::Arity(op);
        if (arity == 1) outputs.push_back(graph.Make(op, {j == 0 ? x : graph.Make(Op::kAbs, {x})}));
        if (arity == 2 || arity < 0) {
          outputs.push_back(graph.Make(op, {x, y}));
          outputs.push_back(graph.Make(op, {x, z}));
          outputs.push_back(graph.Make(op, {z, z}));
        }
        if (arity == 3) outputs.push_back(graph.Make(op, {x, z, graph.Time()}));
      }
    }
    Kernel kernel(CompileJointly(graph, outputs));
    ASSERT_TRUE(kernel.program().num_outputs > 0);
    SCOPED_TRACE(expr::Name(op));
    ExpectAgreement(kernel, point);
  }
}

TEST(LineAssembler, OutputsMayBeInputsAndNumbersAsTheyStand) {
  if (!HasAssembler()) GTEST_SKIP() << "no assembler for this machine";
  expr::Graph g;
  const std::vector<ExprId> outputs = {
      g.Variable(expr::VariableId(1u), 0), g.Constant(3), g.Time(), g.Parameter(expr::ParameterId(0u)),
      g.Variable(expr::VariableId(0u), 1), g.Constant(3)};
  Kernel kernel(CompileJointly(g, outputs));
  ExpectAgreement(kernel, {.time = 0.5, .y = {1, 2}, .yp = {3, 4}, .p = {5}});
}

TEST(LineAssembler, DerivativesOfHigherOrderAreLeftToTheInterpreter) {
  expr::Graph g;
  Kernel kernel(CompileProgram(g, std::vector<ExprId>{g.Variable(expr::VariableId(0u), 2)}));
  Kernel* const kernels[] = {&kernel};
  UseAssembledLines(kernels);
  EXPECT_FALSE(kernel.is_assembled());
  const double second = 8;
  KernelInputs inputs(0, nullptr, nullptr, nullptr);
  inputs[InputBlock::kSecondDerivative] = &second;
  double out = 0;
  kernel.Evaluate(inputs, &out);
  EXPECT_EQ(out, 8);
}

TEST(LineAssembler, CopiesShareTheCodeAndTheInterpreterCanComeBack) {
  if (!HasAssembler()) GTEST_SKIP() << "no assembler for this machine";
  expr::Graph g;
  const ExprId x = g.Variable(expr::VariableId(0u), 0);
  auto first = std::make_unique<Kernel>(CompileProgram(g, std::vector<ExprId>{g.Make(Op::kExp, {x})}));
  Kernel second(CompileProgram(g, std::vector<ExprId>{g.Make(Op::kMul, {x, x})}));
  Kernel copy = *first;
  Kernel* const kernels[] = {first.get(), &second};
  UseAssembledLines(kernels);
  EXPECT_TRUE(copy.is_assembled() && second.is_assembled());
  first.reset();
  const double y = 3;
  double out = 0;
  copy.Evaluate({0, &y, nullptr, nullptr}, &out);
  EXPECT_EQ(out, std::exp(3.0));
  second.Evaluate({0, &y, nullptr, nullptr}, &out);
  EXPECT_EQ(out, 9);
  second.UseInterpreter();
  EXPECT_FALSE(second.is_assembled());
  second.Evaluate({0, &y, nullptr, nullptr}, &out);
  EXPECT_EQ(out, 9);
}

}  // namespace
}  // namespace daedalus::codegen

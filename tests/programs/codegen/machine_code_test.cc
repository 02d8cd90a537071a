#include "daedalus/programs/codegen/machine_code.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "daedalus/programs/codegen/model_kernels.h"
#include "programs/codegen/chain_model.h"
#include "programs/codegen/random_model.h"

namespace daedalus::codegen {
namespace {

using expr::Graph;
using expr::Op;
using expr::VariableId;

KernelInputs At(double time, const std::vector<double>& y, const std::vector<double>& yp,
                const std::vector<double>& p) {
  return {time, y.data(), yp.data(), p.data()};
}

TEST(MachineCode, AMissingModuleIsAReasonAndTheInterpreterGoesOn) {
  const ChainModel chain(10);
  Kernel kernel(CompileProgram(chain.graph, chain.residuals));
  MachineCodeOptions options;
  options.module_path = "no/such/module.so";
  const auto reason = kernel.UseMachineCode(options);
  ASSERT_TRUE(reason.has_value());
  EXPECT_NE(reason->find("no/such/module.so"), std::string::npos) << *reason;
  EXPECT_EQ(kernel.machine_code(), nullptr);
  const std::vector<double> y(10, 1.0), yp(10, 0.5), p = {0.0};
  std::vector<double> out(10);
  kernel.Evaluate(At(0, y, yp, p), out.data());
  EXPECT_EQ(out[5], 3.0);
}

TEST(MachineCode, AModuleThatIsSomethingElseIsAReason) {
  const ChainModel chain(3);
  MachineCodeOptions options;
  options.module_path = "libm.so.6";
  const auto code = CompileToMachineCode(CompileProgram(chain.graph, chain.residuals), options);
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error(), "libm.so.6 is not a machine-code module");
}

class ChainLengths : public testing::TestWithParam<std::size_t> {};

// Lengths around the batch of the interpreter and the vectors of machine code.
TEST_P(ChainLengths, InterpreterAndMachineCodeAgreeWithDirectEvaluation) {
  const std::size_t n = GetParam();
  const ChainModel chain(n, true);
  std::mt19937 random(7);
  const TestPoint point = RandomPoint(n, 1, random);
  const auto kernels = CompileModel(chain.graph, chain.residuals, n);
  std::vector<double> direct, interpreted(n), compiled(n);
  expr::Evaluator evaluator(chain.graph);
  evaluator.SetPoint(point.point());
  for (const ExprId residual : chain.residuals) direct.push_back(evaluator.Value(residual));
  std::vector<double> jacobian(kernels->jacobian.pattern().row_indices.size()), other(jacobian.size());

  kernels->residual.Evaluate(point.inputs(), interpreted.data());
  kernels->jacobian.Evaluate(point.inputs(), 5, jacobian.data());
  ExpectSameValues(direct, interpreted);
  for (const int level : {0, 2}) {
    MachineCodeOptions options;
    options.optimization_level = level;
    ASSERT_EQ(kernels->UseMachineCode(options), std::nullopt);
    kernels->residual.Evaluate(point.inputs(), compiled.data());
    kernels->jacobian.Evaluate(point.inputs(), 5, other.data());
    ExpectSameValues(interpreted, compiled);
    ExpectSameValues(jacobian, other);
  }
}

INSTANTIATE_TEST_SUITE_P(Tails, ChainLengths, testing::Values(1, 2, 3, 65, 66, 129, 130, 131, 258, 1002));

TEST(MachineCode, CodeGrowsWithTheNumberOfShapesNotOfEquations) {
  std::size_t num_functions[2], num_instructions[2];
  for (const int k : {0, 1}) {
    const ChainModel chain(k == 0 ? 10 : 20'000);
    const auto code = CompileToMachineCode(CompileProgram(chain.graph, chain.residuals));
    ASSERT_TRUE(code) << code.error();
    num_functions[k] = code->statistics.num_functions;
    num_instructions[k] = code->statistics.num_ir_instructions;
  }
  EXPECT_EQ(num_functions[0], 2u);  // interior cells and ends
  EXPECT_EQ(num_functions[0], num_functions[1]);
  EXPECT_EQ(num_instructions[0], num_instructions[1]);
}

TEST(MachineCode, SingleEquationsArePackedUpToALimit) {
  Graph g;
  std::vector<ExprId> outputs;
  ExprId e = g.Variable(VariableId(0));
  for (int i = 0; i < 60; ++i) outputs.push_back(e = g.Make(i % 2 == 0 ? Op::kSin : Op::kAbs, {e}));
  const KernelProgram program = CompileProgram(g, outputs);
  ASSERT_EQ(program.groups.size(), 60u);
  MachineCodeOptions options;
  options.instructions_a_function = 1'000'000;
  auto code = CompileToMachineCode(program, options);
  ASSERT_TRUE(code) << code.error();
  EXPECT_EQ(code->statistics.num_functions, 1u);
  options.instructions_a_function = 100;
  code = CompileToMachineCode(program, options);
  ASSERT_TRUE(code) << code.error();
  EXPECT_GE(code->statistics.num_functions, program.num_instructions() / 100);
  EXPECT_LE(code->statistics.num_functions, 60u);
}

TEST(MachineCode, ALongTapeIsLeftToTheInterpreter) {
  constexpr std::size_t kTerms = 20'000;
  Graph g;
  std::vector<ExprId> terms;
  for (std::size_t k = 0; k < kTerms; ++k) terms.push_back(g.Variable(VariableId(k)));
  const std::vector<ExprId> outputs = {g.Make(Op::kAdd, terms), g.Make(Op::kSin, {terms[0]})};
  Kernel kernel(CompileProgram(g, outputs));
  ASSERT_EQ(kernel.UseMachineCode(), std::nullopt);
  EXPECT_EQ(kernel.machine_code()->interpreted_groups, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(kernel.machine_code()->functions.size(), 1u);
  const std::vector<double> y(kTerms, 1.0);
  double out[2];
  kernel.Evaluate({0, y.data(), nullptr, nullptr}, out);
  EXPECT_EQ(out[0], static_cast<double>(kTerms));
  EXPECT_EQ(out[1], std::sin(1.0));
}

TEST(MachineCode, AProgramOfNothingCompiles) {
  Graph g;
  const auto kernels = CompileModel(g, {}, 0);
  EXPECT_EQ(kernels->UseMachineCode(), std::nullopt);
  kernels->residual.Evaluate({}, nullptr);
  EXPECT_EQ(kernels->jacobian.pattern().row_indices.size(), 0u);
}

TEST(MachineCode, TakesOverInTheMiddleOfARun) {
  const ChainModel chain(500, true);
  std::mt19937 random(9);
  const TestPoint point = RandomPoint(500, 1, random);
  Kernel kernel(CompileProgram(chain.graph, chain.residuals));
  std::vector<double> first(500), now(500);
  kernel.Evaluate(point.inputs(), first.data());
  std::atomic<bool> is_done = false;
  std::optional<std::string> reason;
  std::thread compiler([&] {
    reason = kernel.UseMachineCode();
    MachineCodeOptions options;
    options.optimization_level = 2;
    if (!reason) reason = kernel.UseMachineCode(options);
    is_done = true;
  });
  while (!is_done) {
    kernel.Evaluate(point.inputs(), now.data());
    if (now != first) break;
  }
  compiler.join();
  EXPECT_EQ(reason, std::nullopt);
  kernel.Evaluate(point.inputs(), now.data());
  ExpectSameValues(first, now);
}

}  // namespace
}  // namespace daedalus::codegen

#include "daedalus/programs/codegen/kernel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

#include "count_allocations.h"
#include "daedalus/programs/codegen/model_kernels.h"
#include "programs/codegen/chain_model.h"
#include "programs/codegen/random_model.h"

namespace daedalus::codegen {
namespace {

TEST(Kernel, EvaluationAllocatesNothing) {
  const ChainModel chain(300, true);
  std::mt19937 random(11);
  const TestPoint point = RandomPoint(300, 1, random);
  const auto kernels = CompileModel(chain.graph, chain.residuals, 300);
  std::vector<double> out(300), values(kernels->jacobian.pattern().row_indices.size());
  const auto evaluate = [&] {
    const std::int64_t before = allocations;
    kernels->residual.Evaluate(point.inputs(), out.data());
    kernels->jacobian.Evaluate(point.inputs(), 1, values.data());
    return allocations - before;
  };
  EXPECT_EQ(evaluate(), 0);
  ASSERT_EQ(kernels->UseMachineCode(), std::nullopt);
  EXPECT_EQ(evaluate(), 0);
}

TEST(Kernel, GoesBackToTheInterpreter) {
  const ChainModel chain(20);
  Kernel kernel(CompileProgram(chain.graph, chain.residuals));
  EXPECT_EQ(kernel.machine_code(), nullptr);
  ASSERT_EQ(kernel.UseMachineCode(), std::nullopt);
  EXPECT_NE(kernel.machine_code(), nullptr);
  kernel.UseInterpreter();
  EXPECT_EQ(kernel.machine_code(), nullptr);
  std::mt19937 random(12);
  const TestPoint point = RandomPoint(20, 1, random);
  std::vector<double> out(20);
  kernel.Evaluate(point.inputs(), out.data());
  EXPECT_TRUE(SameValue(out[7], expr::Evaluate(chain.graph, chain.residuals[7], point.point())));
}

// A list may hold one expression twice, leaves, and expressions without variables.
TEST(Kernel, OutputsMayBeAnyExpressions) {
  expr::Graph g;
  const ExprId x = g.Variable(expr::VariableId(0)), p = g.Parameter(expr::ParameterId(0));
  const std::vector<ExprId> outputs = {
      x, g.Time(), g.Constant(0), g.Constant(4.5), p, x, g.Variable(expr::VariableId(0), 1)};
  Kernel kernel(CompileProgram(g, outputs));
  const double y = 2, yp = 3, parameter = 5;
  const std::vector<double> expected = {2, 7, 0, 4.5, 5, 2, 3};
  std::vector<double> out(outputs.size());
  kernel.Evaluate({7, &y, &yp, &parameter}, out.data());
  EXPECT_EQ(out, expected);
  ASSERT_EQ(kernel.UseMachineCode(), std::nullopt);
  std::fill(out.begin(), out.end(), -1);
  kernel.Evaluate({7, &y, &yp, &parameter}, out.data());
  EXPECT_EQ(out, expected);
}

// Copies share the code, and have registers of their own: they run side by side while machine code takes
// over.
TEST(Kernel, CopiesRunInThreadsOfTheirOwn) {
  const ChainModel chain(50);
  Kernel kernel(CompileProgram(chain.graph, chain.residuals));
  std::mt19937 random(13);
  const TestPoint point = RandomPoint(50, 1, random);
  std::vector<double> expected(50);
  kernel.Evaluate(point.inputs(), expected.data());
  std::vector<std::thread> threads;
  std::atomic<int> num_wrong = 0;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([own = kernel, &point, &expected, &num_wrong]() mutable {
      std::vector<double> out(expected.size());
      for (int k = 0; k < 2000; ++k) {
        own.Evaluate(point.inputs(), out.data());
        num_wrong += out != expected;
      }
    });
  }
  const auto reason = kernel.UseMachineCode();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(num_wrong, 0);
  EXPECT_EQ(reason, std::nullopt);
  const Kernel copy = kernel;
  EXPECT_EQ(copy.machine_code(), kernel.machine_code()) << "compiled once for all";
}

}  // namespace
}  // namespace daedalus::codegen

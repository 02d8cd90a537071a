#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/system/expr/build.h"
#include "system/expr/test_functions.h"

namespace daedalus::codegen {
namespace {

using expr::VariableId;

// Cells i = 0 .. n-1, each with r_i = x_i x_{i+1} - 2 sin(x_i), by one call of f for both results.
struct CallChain {
  explicit CallChain(std::size_t n, bool has_tangent = true) : f(expr::ProductAndSine(has_tangent)) {
    const expr::FunctionId id = graph.AddFunction(f);
    for (std::size_t i = 0; i < n; ++i) {
      const ExprId operands[] = {graph.Variable(VariableId(i)), graph.Variable(VariableId((i + 1) % n))};
      const ExprId product = graph.Call(id, 0, operands), sine = graph.Call(id, 1, operands);
      residuals.push_back(expr::Sum(graph, product, expr::Product(graph, graph.Constant(-2.0), sine)));
      x.push_back(0.1 + 0.3 * static_cast<double>(i % 17));
    }
  }
  double Expected(std::size_t i) const { return x[i] * x[(i + 1) % x.size()] - 2.0 * std::sin(x[i]); }
  KernelInputs inputs() const { return {0.0, x.data(), nullptr, nullptr}; }

  std::shared_ptr<expr::TestFunction> f;
  expr::Graph graph;
  std::vector<ExprId> residuals;
  std::vector<double> x;
};

TEST(Calls, AKernelCallsOncePerInstance) {
  for (const std::size_t n : {1, 3, 300}) {
    const CallChain chain(n);
    Kernel kernel(CompileProgram(chain.graph, chain.residuals));
    EXPECT_EQ(kernel.program().groups.size(), 1u) << "one shape";
    std::vector<double> out(n);
    kernel.Evaluate(chain.inputs(), out.data());
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(out[i], chain.Expected(i));
    EXPECT_EQ(chain.f->num_evaluations, static_cast<int>(n));
  }
}

TEST(Calls, TogetherTheyShareWhatIsCalledWithTheSameArguments) {
  const CallChain chain(3);
  std::vector<ExprId> both = chain.residuals;
  both.insert(both.end(), chain.residuals.begin(), chain.residuals.end());
  Kernel kernel(CompileJointly(chain.graph, both));
  std::vector<double> out(6);
  kernel.Evaluate(chain.inputs(), out.data());
  EXPECT_EQ(chain.f->num_evaluations, 3);
  EXPECT_EQ(out[4], chain.Expected(1));
}

TEST(Calls, MachineCodeCallsThem) {
  CallChain chain(40);
  // A shape without a call beside them.
  chain.residuals.push_back(expr::Unary(chain.graph, expr::Op::kSin, chain.graph.Variable(VariableId(0))));
  Kernel kernel(CompileProgram(chain.graph, chain.residuals));
  std::vector<double> before(41), after(41);
  kernel.Evaluate(chain.inputs(), before.data());
  Kernel* const kernels[] = {&kernel};
  UseAssembledLines(kernels);
  kernel.Evaluate(chain.inputs(), after.data());
  EXPECT_EQ(before, after);
  ASSERT_EQ(kernel.UseMachineCode(), std::nullopt);
  kernel.Evaluate(chain.inputs(), after.data());
  EXPECT_EQ(before, after);
}

TEST(Calls, TheJacobianIsThatOfTheFormula) {
  for (const bool has_tangent : {true, false}) {
    const CallChain chain(5, has_tangent);
    const auto kernels = CompileModel(chain.graph, chain.residuals, 5);
    const SparsePattern& pattern = kernels->jacobian.pattern();
    ASSERT_EQ(pattern.row_indices.size(), 10u);
    std::vector<double> values(10);
    kernels->jacobian.Evaluate(chain.inputs(), 0.0, values.data());
    const double tolerance = has_tangent ? 1e-15 : 1e-9;
    for (std::int32_t column = 0; column < 5; ++column) {
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
        const std::int32_t row = pattern.row_indices[k];
        const double expected =
            row == column ? chain.x[(row + 1) % 5] - 2.0 * std::cos(chain.x[row]) : chain.x[row];
        EXPECT_NEAR(values[k], expected, tolerance) << row << ", " << column;
      }
    }
  }
}

TEST(Calls, InstancesRunInThreads) {
  const CallChain chain(200);
  const Kernel kernel(CompileProgram(chain.graph, chain.residuals));
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&, own = kernel]() mutable {
      std::vector<double> out(200);
      for (int repeat = 0; repeat < 20; ++repeat) own.Evaluate(chain.inputs(), out.data());
      for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(out[i], chain.Expected(i));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Calls, TheTapeOfACallCanBeRead) {
  const CallChain chain(1);
  Linearizer linearizer(chain.graph);
  const std::string text = ToString(BuildTape(linearizer.Linearize(chain.residuals)));
  EXPECT_NE(text.find("argument 1 ="), std::string::npos) << text;
  EXPECT_NE(text.find("call f"), std::string::npos) << text;
  EXPECT_NE(text.find("= result 1"), std::string::npos) << text;
}

}  // namespace
}  // namespace daedalus::codegen

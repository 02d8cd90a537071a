// Kernels: cost of an equation in the interpreter and in machine code, and cost of compilation by number of
// shapes.
//
// The chain is a line of N RC cells, C*der(u[i]) = (u[i-1] - u[i])/R - (u[i] - u[i+1])/R with a nonlinear
// leak: two shapes of boundary and one of interior cells, whatever N. Times are processor time of this
// thread, so that a busy machine disturbs them little, and the minimum of several repetitions.
#include <fmt/format.h>
#include <time.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/system/expr/build.h"

namespace {

using namespace daedalus;
using namespace daedalus::codegen;
using expr::ParameterId;
using expr::VariableId;

double ThreadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Seconds(const std::function<void()>& work) {
  const double start = ThreadSeconds();
  work();
  return ThreadSeconds() - start;
}

double BestOf(int repetitions, const std::function<void()>& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) best = std::min(best, Seconds(work));
  return best;
}

struct Model {
  expr::Graph graph;
  std::vector<ExprId> residuals;
  std::size_t num_variables;
};

Model Chain(std::size_t n, bool has_functions) {
  Model model;
  model.num_variables = n;
  expr::Graph& g = model.graph;
  const ExprId r = g.Parameter(ParameterId(0)), c = g.Parameter(ParameterId(1));
  for (std::size_t i = 0; i < n; ++i) {
    const ExprId u = g.Variable(VariableId(i));
    const ExprId left = i == 0 ? g.Time() : g.Variable(VariableId(i - 1));
    ExprId current = Quotient(g, Difference(g, left, u), r);
    if (i + 1 < n)
      current = Difference(g, current, Quotient(g, Difference(g, u, g.Variable(VariableId(i + 1))), r));
    const ExprId leak = has_functions ? Unary(g, expr::Op::kExp, u) : Power(g, u, 3);
    current = Difference(g, current, Product(g, g.Constant(1e-3), leak));
    model.residuals.push_back(Difference(g, Product(g, c, g.Variable(VariableId(i), 1)), current));
  }
  return model;
}

// Equation i nests operations that spell i in base four, innermost first, so that no two equations have one
// shape.
Model DistinctShapes(std::size_t n) {
  Model model;
  model.num_variables = n;
  expr::Graph& g = model.graph;
  for (std::size_t i = 0; i < n; ++i) {
    ExprId e = g.Variable(VariableId(i));
    std::size_t digits = i;
    for (std::size_t k = 0; k < 7; ++k, digits /= 4) {
      const ExprId x = g.Variable(VariableId((i + k + 1) % n));
      switch (digits % 4) {
        case 0:
          e = Quotient(g, e, Sum(g, x, g.Parameter(ParameterId(0))));
          break;
        case 1:
          e = Sum(g, g.Constant(0.5), Product(g, x, e));
          break;
        case 2:
          e = Difference(g, Power(g, e, 2), x);
          break;
        default:
          e = Sum(g, Product(g, g.Parameter(ParameterId(1)), x), Unary(g, expr::Op::kSin, e));
          break;
      }
    }
    model.residuals.push_back(Difference(g, g.Variable(VariableId(i), 1), e));
  }
  return model;
}

struct Point {
  std::vector<double> y, yp, p = {2.0, 3.0};
  explicit Point(std::size_t n) : y(n), yp(n) {
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = std::sin(static_cast<double>(i));
      yp[i] = std::cos(static_cast<double>(i));
    }
  }
  KernelInputs inputs() const { return {1.0, y.data(), yp.data(), p.data()}; }
};

struct Costs {
  double residual = 0, jacobian = 0;  // nanoseconds an equation
};

Costs Measure(ModelKernels& kernels, const Point& point) {
  const std::size_t n = point.y.size();
  std::vector<double> out(n), values(kernels.jacobian.pattern().row_indices.size());
  const auto calls = std::max<std::size_t>(1, 200'000 / n);
  const auto cost = [&](const std::function<void()>& once) {
    const double seconds = BestOf(5, [&] {
      for (std::size_t i = 0; i < calls; ++i) once();
    });
    return 1e9 * seconds / static_cast<double>(calls * n);
  };
  return {cost([&] { kernels.residual.Evaluate(point.inputs(), out.data()); }),
          cost([&] { kernels.jacobian.Evaluate(point.inputs(), 10.0, values.data()); })};
}

void BenchModel(const char* name, const Model& model) {
  std::unique_ptr<ModelKernels> kernels;
  const double build =
      BestOf(3, [&] { kernels = CompileModel(model.graph, model.residuals, model.num_variables); });
  const Point point(model.num_variables);
  const Costs interpreted = Measure(*kernels, point);
  const KernelProgram& residual = kernels->residual.program();
  const std::size_t tables = residual.table_bytes() + kernels->jacobian.kernel().program().table_bytes();
  fmt::print(
      "{:<10} n {:>7}  shapes {:>5}  tapes {:>9.3f} ms  tables {:>5.1f} B/eq  interpreter {:>7.2f} ns/eq "
      "residual {:>7.2f} Jacobian\n",
      name, model.num_variables, residual.groups.size(), 1e3 * build,
      static_cast<double>(tables) / static_cast<double>(model.num_variables), interpreted.residual,
      interpreted.jacobian);
  for (const int level : {0, 1, 2}) {
    MachineCodeOptions options;
    options.optimization_level = options.large_loop_level = level;
    kernels = CompileModel(model.graph, model.residuals, model.num_variables);
    std::optional<std::string> reason;
    const double residual_seconds = Seconds([&] { reason = kernels->residual.UseMachineCode(options); });
    const double jacobian_seconds = Seconds([&] { kernels->jacobian.kernel().UseMachineCode(options); });
    if (reason) {
      fmt::print("  no machine code: {}\n", *reason);
      return;
    }
    const Costs compiled = Measure(*kernels, point);
    const MachineCodeStatistics& f = kernels->residual.machine_code()->statistics;
    const MachineCodeStatistics& j = kernels->jacobian.kernel().machine_code()->statistics;
    fmt::print(
        "    -O{}  compile {:>8.2f} + {:>8.2f} ms  functions {:>4} + {:>4}  IR {:>7} + {:>7}  {:>7.2f} ns/eq "
        "residual {:>7.2f} Jacobian\n",
        level, 1e3 * residual_seconds, 1e3 * jacobian_seconds, f.num_functions, j.num_functions,
        f.num_ir_instructions, j.num_ir_instructions, compiled.residual, compiled.jacobian);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_short = argc > 1 && std::string_view(argv[1]) == "--short";
  for (std::size_t n = 100; n <= (is_short ? 10'000u : 1'000'000u); n *= 10) {
    BenchModel("chain", Chain(n, false));
    BenchModel("chain+exp", Chain(n, true));
  }
  for (const std::size_t n : {10u, 100u, 1000u, 5000u}) {
    if (is_short && n > 1000) break;
    BenchModel("distinct", DistinctShapes(n));
  }
}

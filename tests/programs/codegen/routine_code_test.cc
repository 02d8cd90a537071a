#include "daedalus/programs/codegen/routine_code.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <thread>

#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/routine/call_memory.h"
#include "system/expr/test_functions.h"
#include "system/routine/random_routine.h"
#include "system/routine/routines.h"

namespace daedalus::codegen {
namespace {

using routine::Draft;
using routine::Register;
using routine::Routine;

// The same bits; a NaN is a NaN.
bool AreSameNumbers(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

struct Outcome {
  bool ok = false;
  std::vector<double> out;
  std::string why;
};

Outcome OutcomeOf(const expr::Function& f, const std::vector<double>& in) {
  Outcome outcome;
  outcome.out.resize(f.num_outputs());
  outcome.ok = f.Evaluate(in, outcome.out, &outcome.why);
  return outcome;
}

// Without asking for the reason of a failure, so that whatever code there is computes it.
Outcome ComputedBy(const expr::Function& f, const std::vector<double>& in) {
  routine::ThreadCalls().Forget();
  Outcome outcome;
  outcome.out.resize(f.num_outputs());
  outcome.ok = f.Evaluate(in, outcome.out);
  return outcome;
}

void ExpectSame(const Outcome& a, const Outcome& b, const std::string& what) {
  EXPECT_EQ(a.ok, b.ok) << what << ": " << a.why << b.why;
  EXPECT_EQ(a.why, b.why) << what;
  for (std::size_t k = 0; k < a.out.size(); ++k)
    EXPECT_TRUE(AreSameNumbers(a.out[k], b.out[k])) << what << ": " << a.out[k] << " and " << b.out[k];
}

void ExpectSameNumbers(const Outcome& a, const Outcome& b, const std::string& what) {
  Outcome without_reason = a;
  without_reason.why = b.why;
  ExpectSame(without_reason, b, what);
}

// Of a routine and its tangent: interpreted, assembled, compiled, and remembered.
void ExpectAgreement(const std::shared_ptr<const Routine>& f,
                     const std::vector<std::vector<double>>& points) {
  const auto tangent = std::dynamic_pointer_cast<const Routine>(f->Tangent());
  std::vector<std::shared_ptr<const expr::Function>> both = {f};
  if (tangent) both.push_back(tangent);
  const auto outcomes = [&](auto outcome_of) {
    std::vector<Outcome> found;
    for (const std::vector<double>& x : points) {
      found.push_back(outcome_of(*f, x));
      if (!tangent) continue;
      std::vector<double> with_slopes = x;
      for (std::size_t i = 0; i < x.size(); ++i) with_slopes.push_back(1.0 - 0.25 * static_cast<double>(i));
      found.push_back(outcome_of(*tangent, with_slopes));
    }
    return found;
  };
  ASSERT_EQ(f->machine_code(), nullptr);
  const std::vector<Outcome> interpreted = outcomes(OutcomeOf);
  ASSERT_FALSE(f->is_assembled());
  for (int call = 0; call < 6; ++call) {
    ComputedBy(*f, points[0]);
    if (tangent) ComputedBy(*tangent, std::vector<double>(tangent->num_inputs(), 1.0));
  }
#if defined(__x86_64__)
  ASSERT_TRUE(f->is_assembled());
#endif
  const std::vector<Outcome> assembled = outcomes(ComputedBy);
  ASSERT_EQ(CompileRoutines(both), std::nullopt);
  ASSERT_NE(f->machine_code(), nullptr);
  const std::vector<Outcome> explained = outcomes(OutcomeOf), compiled = outcomes(ComputedBy);
  const std::vector<Outcome> remembered = outcomes([](const expr::Function& function, const auto& in) {
    ComputedBy(function, in);
    Outcome outcome;
    outcome.out.resize(function.num_outputs());
    outcome.ok = function.Evaluate(in, outcome.out);
    return outcome;
  });
  for (std::size_t k = 0; k < interpreted.size(); ++k) {
    const std::string what = f->name() + " " + std::to_string(k);
    ExpectSame(interpreted[k], explained[k], what);
    ExpectSameNumbers(interpreted[k], assembled[k], what + ", assembled");
    ExpectSameNumbers(interpreted[k], compiled[k], what + ", compiled");
    ExpectSameNumbers(interpreted[k], remembered[k], what + ", remembered");
  }
}

TEST(RoutineCode, LoopsAndCallsHaveTheBitsOfTheInterpreter) {
  ExpectAgreement(routine::Heron(), {{1e-6}, {0.3}, {2.0}, {1e8}, {-1.0}});
  ExpectAgreement(routine::Power(), {{3.0, 5.0}, {1.1, 0.0}, {0.9, 500.0}});
}

TEST(RoutineCode, SubscriptsAreCheckedAsByTheInterpreter) {
  ExpectAgreement(routine::SumOfLast(),
                  {{1.0, 10.0, 100.0, 2.0}, {1.0, 10.0, 100.0, 4.0}, {1.0, 10.0, 100.0, std::nan("")}});
}

TEST(RoutineCode, ArraysInTheArenaHaveTheBitsAndFailuresOfTheInterpreter) {
  const double nan = std::nan("");
  ExpectAgreement(routine::PowersInArena(), {{1.1, 50.0, 50.0},
                                             {1.1, 50.0, 51.0},
                                             {1.1, 50.0, 0.0},
                                             {1.1, 0.0, 1.0},
                                             {1.1, -1.0, 1.0},
                                             {1.1, nan, 1.0},
                                             {1.1, 2.0, nan},
                                             {1.1, 1e9, 1.0}});
  // There is room for 1048576 elements; each one costs a step.
  ExpectAgreement(routine::TakesOften(true), {{1000.0, 1048.0}, {1000.0, 1049.0}, {1000.0, 1e6}});
  ExpectAgreement(routine::TakesOften(false), {{1000.0, 1048.0}, {1000.0, 1049.0}, {1000.0, 1048.0}});
}

TEST(RoutineCode, ARecursionThatIsTooDeepFailsAtTheSameLevel) {
  for (const double depth : {998.0, 999.0, 1000.0, 1001.0}) ExpectAgreement(routine::Power(), {{1.0, depth}});
  const auto power = routine::Power();
  ASSERT_EQ(CompileRoutines({{power}}), std::nullopt);
  EXPECT_EQ(OutcomeOf(*power, {1.0, 1e9}).why, "functions call each other more than 1000 levels deep");
  EXPECT_EQ(OutcomeOf(*power, {2.0, 10.0}).out[0], 1024.0) << "levels are counted from the start again";
}

// Arguments and results of calls that are many levels deep do not lie on the stack of the processor.
TEST(RoutineCode, ADeepRecursionMayHaveManyArguments) {
  constexpr Register kMany = 300;
  Draft d(kMany);
  const Register y = d.code.NewRun(kMany);
  for (Register k = 0; k < kMany; ++k) d.Set(y + k, d.r(k));
  const std::size_t end = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.c(0.5), d.r(0))));
  std::vector<Register> inputs = {d.code.Write(expr::Sum(d.g, d.r(0), d.c(-1.0)))}, outputs;
  for (Register k = 0; k < kMany; ++k) {
    if (k > 0) inputs.push_back(k);
    outputs.push_back(y + k);
  }
  d.code.Call(nullptr, inputs, outputs);
  d.code.Land(end);
  std::vector<Register> results;
  for (Register k = 0; k < kMany; ++k) results.push_back(y + k);
  std::vector<double> in(kMany, 2.0);
  in[0] = 900.0;
  const auto f = d.Finish("deep", results);
  ASSERT_EQ(CompileRoutines({{f}}), std::nullopt);
  EXPECT_EQ(OutcomeOf(*f, in).out[0], 0.0);
  EXPECT_EQ(OutcomeOf(*f, in).out[kMany - 1], 2.0);
  EXPECT_NE(f->machine_code(), nullptr);
}

// Counts to n.
std::shared_ptr<const Routine> Turns() {
  Draft d(1);
  const Register k = d.code.NewRegister();
  d.Set(k, d.c(0.0));
  const std::size_t start = d.code.size();
  const std::size_t out = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.r(k), d.r(0))));
  d.Set(k, expr::Sum(d.g, d.r(k), d.c(1.0)));
  d.code.Jump(start);
  d.code.Land(out);
  return d.Finish("turns", {k});
}

TEST(RoutineCode, ALoopThatIsTooLongFailsAtTheSameTurn) {
  // Six instructions, five of which are the loop: 6 + 5 n steps.
  const auto limit = static_cast<double>((routine::kMaxSteps - Turns()->body().code.size()) / 5);
  const auto f = Turns();
  ASSERT_EQ(f->body().code.size(), 6u);
  ExpectAgreement(f, {{10.0}, {limit}, {limit + 1.0}});
  EXPECT_TRUE(OutcomeOf(*f, {limit}).ok);
  EXPECT_EQ(OutcomeOf(*f, {limit + 1.0}).why, "it does not end within 50000000 steps");
}

TEST(RoutineCode, ACounterThatIsReadBeforeItHasAValueIsNotANumber) {
  Draft d(1);
  const Register k = d.code.NewRegister();
  const std::size_t skip = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.c(0.0), d.r(0))));
  d.Set(k, d.c(7.0));
  d.code.Land(skip);
  ExpectAgreement(d.Finish("forgets", {k}), {{1.0}, {-1.0}});
}

TEST(RoutineCode, ZeroKeepsItsSign) {
  Draft d(1);
  const Register k = d.code.NewRegister(), minus = d.code.NewRegister(), y = d.code.NewRegister();
  d.Set(k, d.c(0.0));
  d.Set(minus, d.c(-3.0));
  d.Set(y, expr::Quotient(d.g, d.r(0), expr::Product(d.g, d.r(k), d.r(minus))));
  const auto f = d.Finish("divides by minus zero", {y});
  ExpectAgreement(f, {{1.0}});
  EXPECT_EQ(OutcomeOf(*f, {1.0}).out[0], -std::numeric_limits<double>::infinity());
}

TEST(RoutineCode, LargeArraysLieInTheFramesOfTheThread) {
  // Sums the squares of 0 .. n - 1, by way of an array of 5000.
  Draft d(1);
  const Register a = d.code.NewRun(5000), k = d.code.NewRegister(), sum = d.code.NewRegister();
  const auto loop = [&](auto body) {
    d.Set(k, d.c(0.0));
    const std::size_t start = d.code.size();
    const std::size_t out = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.r(k), d.r(0))));
    d.code.CheckIndex(d.code.Write(expr::Sum(d.g, d.r(k), d.c(1.0))), 5000);
    body();
    d.Set(k, expr::Sum(d.g, d.r(k), d.c(1.0)));
    d.code.Jump(start);
    d.code.Land(out);
  };
  loop([&] { d.code.Store(d.code.Write(expr::Product(d.g, d.r(k), d.r(k))), a, k, 5000); });
  d.Set(sum, d.c(0.0));
  loop([&] {
    const Register element = d.code.NewRegister();
    d.code.Load(element, a, k, 5000);
    d.Set(sum, expr::Sum(d.g, d.r(sum), d.r(element)));
  });
  const auto f = d.Finish("squares", {sum, a, a + 4999});
  ExpectAgreement(f, {{10.0}, {5000.0}, {5001.0}});
  EXPECT_EQ(OutcomeOf(*f, {4.0}).out[0], 14.0);
}

// What is no routine is called through its interface.
TEST(RoutineCode, OtherFunctionsAreCalled) {
  const auto other = expr::ProductAndSine(true);
  Draft d(2);
  const Register inputs[] = {0, 1}, results[] = {d.code.NewRegister(), d.code.NewRegister()};
  d.code.Call(other, inputs, results);
  ExpectAgreement(d.Finish("calls", {results[0], results[1]}), {{0.3, 2.0}});
}

TEST(RoutineCode, RandomRoutinesAgree) {
  std::mt19937 random(20261117);
  std::uniform_real_distribution<double> number(-3.0, 3.0);
  int failures = 0, successes = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto f = routine::RandomRoutine(random);
    std::vector<std::vector<double>> points;
    for (int k = 0; k < 6; ++k) {
      std::vector<double> x;
      for (std::size_t i = 0; i < f->num_inputs(); ++i)
        x.push_back(k < 2 ? std::round(number(random)) : number(random));
      points.push_back(std::move(x));
    }
    ExpectAgreement(f, points);
    for (const auto& x : points) ++(OutcomeOf(*f, x).ok ? successes : failures);
    if (HasFailure()) FAIL() << "trial " << trial;
  }
  EXPECT_GT(successes, 200);
  EXPECT_GT(failures, 50);
}

// ---- Within kernels ----

struct RoutineChain {
  explicit RoutineChain(std::size_t n, std::shared_ptr<const Routine> f) {
    const expr::FunctionId id = graph.AddFunction(f);
    for (std::size_t i = 0; i < n; ++i) {
      const ExprId operand = graph.Variable(expr::VariableId(i));
      residuals.push_back(
          expr::Sum(graph, graph.Call(id, 0, {&operand, 1}), graph.Variable(expr::VariableId((i + 1) % n))));
      x.push_back(i == 2 ? -1.0 : 0.5 + static_cast<double>(i));
    }
  }
  KernelInputs inputs() const { return {0.0, x.data(), nullptr, nullptr}; }
  expr::Graph graph;
  std::vector<ExprId> residuals;
  std::vector<double> x;
};

TEST(RoutineCode, KernelsCallItWithoutTheInterpreter) {
  for (const std::size_t n : {3, 300}) {
    const auto heron = routine::Heron();
    const RoutineChain chain(n, heron);
    const auto kernels = CompileModel(chain.graph, chain.residuals, n);
    std::vector<double> before(n), after(n);
    std::vector<double> jacobian(kernels->jacobian.pattern().row_indices.size()), other(jacobian.size());
    kernels->residual.Evaluate(chain.inputs(), before.data());
    kernels->jacobian.Evaluate(chain.inputs(), 0.0, jacobian.data());
    ASSERT_EQ(kernels->UseMachineCode(), std::nullopt);
    routine::ThreadCalls().Forget();
    EXPECT_NE(heron->machine_code(), nullptr);
    EXPECT_TRUE(kernels->residual.machine_code()->interpreted_groups.empty());
    kernels->residual.Evaluate(chain.inputs(), after.data());
    kernels->jacobian.Evaluate(chain.inputs(), 0.0, other.data());
    for (std::size_t i = 0; i < n; ++i) EXPECT_TRUE(AreSameNumbers(before[i], after[i])) << i;
    for (std::size_t i = 0; i < jacobian.size(); ++i) EXPECT_TRUE(AreSameNumbers(jacobian[i], other[i])) << i;
  }
}

TEST(RoutineCode, ARoutineThatFailsMakesItsResultsNaN) {
  // u where it is positive, else a failure.
  Draft d(1);
  const std::size_t fails = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.c(0.0), d.r(0))));
  const std::size_t end = d.code.Jump();
  d.code.Land(fails);
  d.code.Fail({{}, [](std::span<const double>) { return std::string("not positive"); }});
  d.code.Land(end);
  const RoutineChain chain(4, d.Finish("positive", {0}));
  Kernel kernel(CompileProgram(chain.graph, chain.residuals));
  ASSERT_EQ(kernel.UseMachineCode(), std::nullopt);
  std::vector<double> out(4);
  kernel.Evaluate(chain.inputs(), out.data());
  EXPECT_TRUE(std::isnan(out[2]));
  EXPECT_EQ(out[0], chain.x[0] + chain.x[1]);
}

// Whoever asks for the interpreter gets it, also inside of other functions.
TEST(RoutineCode, InterpretedRoutinesAreNotAssembled) {
  const auto heron = routine::Heron();
  Draft d(1);
  const Register inputs[] = {0}, results[] = {d.code.NewRegister()};
  d.code.Call(heron, inputs, results);
  const auto f = d.Finish("calls", {results[0]});
  KeepInterpreted({{f}});
  for (int call = 0; call < 20; ++call) EXPECT_NEAR(ComputedBy(*f, {2.0}).out[0], std::sqrt(2.0), 1e-14);
  EXPECT_FALSE(f->is_assembled());
  EXPECT_FALSE(heron->is_assembled());
}

TEST(RoutineCode, ThreadsMayRunItWhileItIsInstalled) {
  const auto heron = routine::Heron();
  std::vector<std::thread> threads;
  for (int t = 1; t <= 2; ++t) {
    threads.emplace_back([&, t] {
      const double expected = routine::ValueAt(*routine::Heron(), {double(t)});
      for (int i = 0; i < 20000; ++i) ASSERT_EQ(routine::ValueAt(*heron, {double(t)}), expected);
    });
  }
  EXPECT_EQ(CompileRoutines({{heron}}), std::nullopt);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace daedalus::codegen

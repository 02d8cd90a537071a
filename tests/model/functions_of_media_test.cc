// Functions that stay functions as media use them: several results, asked for in many equations.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/run/simulation.h"
#include "daedalus/system/routine/call_memory.h"
#include "daedalus/system/routine/routine.h"
#include "model/instance_of_text.h"
#include "problems/steam_like.h"

namespace daedalus::model {
namespace {

const std::string kState = problems::kSteamLikeFunction;

std::vector<std::shared_ptr<const routine::Routine>> RoutinesOf(const Model& model) {
  std::vector<std::shared_ptr<const routine::Routine>> found;
  const auto equations = model.CopyEquations();
  for (const auto& function : equations->graph.functions())
    if (auto routine = std::dynamic_pointer_cast<const routine::Routine>(function)) found.push_back(routine);
  return found;
}

std::int64_t CountComputed(auto work) {
  routine::ThreadCalls().Forget();
  const std::int64_t before = routine::ThreadCalls().num_kept();
  work();
  return routine::ThreadCalls().num_kept() - before;
}

// Each of the three results stands in two equations of each component.
TEST(FunctionsOfMedia, AllResultsOfOneCallComeFromOneEvaluation) {
  constexpr int kComponents = 10;
  const auto instance = InstanceOfText("model M" + kState + R"(
    parameter Integer n = 10;
    Real h[n](start = {1e6 + 1e4*i for i in 1:n}, each fixed = true), T[n], d[n], s[n], u[n], v[n];
  equation
    for i in 1:n loop
      (T[i], d[i], s[i]) = state(2e5, h[i]);
      u[i] = T[i]*d[i] - s[i];
      v[i] = sin(d[i]) + s[i]*T[i];
      der(h[i]) = u[i] - v[i];
    end for;
  end M;)");
  ASSERT_TRUE(instance);
  EXPECT_EQ(CountComputed([&] {
              std::vector<double> x(kComponents);
              for (int i = 0; i < kComponents; ++i) x[static_cast<std::size_t>(i)] = 1.2e6 + 1e3 * i;
              instance->SetStates(x);
              ASSERT_TRUE(instance->Derivatives().ok());
            }),
            kComponents);
}

// A start that takes long is a reason for assembled code, too; the run has two steps.
TEST(FunctionsOfMedia, InitialisationCounts) {
  const auto model = ModelOfText("model M" + kState + R"(
    parameter Integer n = 8;
    Real h[n](each start = 9e5), T[n], d[n], s[n], x(start = 1, fixed = true);
  equation
    for i in 1:n loop
      (T[i], d[i], s[i]) = state(2e5 + 1e3*i, h[i]);
      T[i] + 1e-3*s[i] = 450 + 5*i;
    end for;
    der(x) = -x;
  end M;)");
  ASSERT_TRUE(model);
  run::RunOptions options;
  options.stop = 1e-9;
  options.intervals = 1;
  run::Simulation simulation(model, options);
  EXPECT_EQ(simulation.Run().status, run::RunStatus::kDone);
  const auto routines = RoutinesOf(*model);
  ASSERT_FALSE(routines.empty());
#if defined(__x86_64__)
  for (const auto& routine : routines) EXPECT_TRUE(routine->is_assembled()) << routine->name();
#endif
}

TEST(FunctionsOfMedia, WhoAsksForTheInterpreterGetsTheSameResultsFromIt) {
  const auto model = ModelOfText("model M" + kState + R"(
    Real h(start = 1e6, fixed = true), T, d, s;
  equation
    (T, d, s) = state(2e5, h);
    der(h) = 1e4*(500 - T) - s + d;
  end M;)");
  ASSERT_TRUE(model);
  std::vector<double> ends;
  for (const auto code : {simulate::CodeChoice::kInterpreter, simulate::CodeChoice::kMachine}) {
    routine::ThreadCalls().Forget();
    run::RunOptions options;
    options.stop = 10;
    options.code = code;
    run::Simulation simulation(model, options);
    ASSERT_TRUE(simulation.Start());
    ASSERT_TRUE(simulation.StepTo(9.0));
    const auto state = simulation.Save();
    ASSERT_TRUE(state.ok());
    for (const double y : state->quantities) ends.push_back(y);
    simulation.Stop();
  }
  ASSERT_EQ(ends.size() % 2, 0u);
  for (std::size_t k = 0; 2 * k < ends.size(); ++k) EXPECT_EQ(ends[k], ends[k + ends.size() / 2]);
}

}  // namespace
}  // namespace daedalus::model

// What a directional product costs, in evaluations of the derivatives.
//
// The works are timed in turns, and the shortest time of each counts. A busy machine disturbs some turns; a
// test that is not disturbed in one of thousands of turns passes. A product that costs too much fails in all
// of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "daedalus/model/instance.h"
#include "golden/all_models.h"
#include "sanitized.h"

namespace daedalus::model {
namespace {

using Work = std::function<void()>;

double Seconds(const Work& work) {
  constexpr int kRepeats = 20;
  using Clock = std::chrono::steady_clock;
  work();  // factors of a new point are made here
  const auto begin = Clock::now();
  for (int k = 0; k < kRepeats; ++k) work();
  return std::chrono::duration<double>(Clock::now() - begin).count() / kRepeats;
}

// The shortest seconds of each work. Ends early once `is_enough` accepts them.
std::vector<double> ShortestSeconds(const std::vector<Work>& works, const auto& is_enough) {
  constexpr int kLeastTurns = 200, kMostTurns = 20'000;
  std::vector<double> out(works.size(), INFINITY);
  for (int turn = 0; turn < kMostTurns && (turn < kLeastTurns || !is_enough(out)); ++turn) {
    for (std::size_t i = 0; i < works.size(); ++i) out[i] = std::min(out[i], Seconds(works[i]));
  }
  return out;
}

class ProductCost : public testing::TestWithParam<std::string> {};

TEST_P(ProductCost, IsThatOfFewEvaluations) {
  const auto model = LoadModel(GetParam());
  ASSERT_NE(model, nullptr);
  auto instance = *Instance::Make(model);
  ASSERT_TRUE(instance->Initialize(0).ok());
  std::vector<double> x(instance->states().begin(), instance->states().end());
  const double first = x[0], moved = x[0] + 1e-6;
  bool is_moved = false;
  const auto move = [&] {
    x[0] = (is_moved = !is_moved) ? moved : first;
    instance->SetStates(x);
  };
  const std::vector<double> direction(x.size(), 0.5);
  std::vector<double> out(x.size());
  const auto evaluate = [&] {
    move();
    ASSERT_TRUE(instance->Derivatives().ok());
  };
  const auto forward = [&] {
    ASSERT_TRUE(
        instance->DirectionalProduct(ResponseOf::kDerivatives, ResponseTo::kStates, direction, out).ok());
  };
  const auto backward = [&] {
    ASSERT_TRUE(instance->AdjointProduct(ResponseOf::kDerivatives, ResponseTo::kStates, direction, out).ok());
  };
  const auto forward_elsewhere = [&] {
    move();
    forward();
  };
  // Measured: 0.2 to 1.9; 2.1 where 50 states are evaluated in 0.3 microseconds.
  constexpr double kMost = 3;
  const auto is_enough = [](const std::vector<double>& times) {
    return IsSanitized() || times[1] <= kMost * times[0];
  };
  const std::vector<double> times =
      ShortestSeconds({evaluate, forward, backward, forward_elsewhere}, is_enough);
  std::printf(
      "%s: %zu states, evaluation %.3g us; directional %.2f, adjoint %.2f, at a new point %.2f of it\n",
      GetParam().c_str(), x.size(), 1e6 * times[0], times[1] / times[0], times[2] / times[0],
      times[3] / times[0]);
  EXPECT_TRUE(is_enough(times)) << times[1] / times[0];
}

INSTANTIATE_TEST_SUITE_P(Models, ProductCost,
                         testing::Values("DoublePendulum.mo", "RcChain.mo", "DistillationColumn.mo",
                                         "HeatEquation.mo", "HeatEquation2d.mo",
                                         "higher_index/SliderCrank.mo"),
                         [](const auto& info) { return NameForTest(info.param); });

}  // namespace
}  // namespace daedalus::model

#include "daedalus/numerics/integrate/runge_kutta/explicit_output.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace daedalus::integrate {
namespace {

struct Curve {
  std::function<double(double)> value, slope;
};

const Curve kCubic = {[](double t) { return 1 + t * (2 + t * (3 + 4 * t)); },
                      [](double t) { return 2 + t * (6 + 12 * t); }};
const Curve kQuartic = {[](double t) { return t * t * t * t; }, [](double t) { return 4 * t * t * t; }};
// |t - 2|^3 has a continuous slope, but a cubic on each side of 2 only.
const Curve kTwoCubics = {[](double t) { return std::pow(std::abs(t - 2), 3); },
                          [](double t) { return 3 * (t - 2) * std::abs(t - 2); }};

constexpr double kFrom = 1.5, kTo = 2.5;

// The largest error of values and slopes within the step. `higher`: what is added to the cubic.
double LargestError(const Curve& curve, std::vector<double> higher, bool has_middle) {
  ExplicitOutput output(1, higher.size());
  const auto values = [&](double t) { return std::vector{curve.value(t)}; };
  const auto residuals = [&](double t) { return std::vector{-curve.slope(t)}; };
  std::vector<double> y = values(kFrom), r = residuals(kFrom);
  output.TakeStart(y, r);
  if (has_middle) {
    y = values((kFrom + kTo) / 2), r = residuals((kFrom + kTo) / 2);
    output.TakeMiddle(y, r);
  }
  for (std::size_t m = 0; m < higher.size(); ++m) output.higher()[m] = {higher[m]};
  y = values(kTo), r = residuals(kTo);
  double worst = 0;
  for (double t = kFrom; t <= kTo; t += 0.0625) {
    double value = 0, slope = 0;
    output.Interpolate(t, {kFrom, kTo, y, r}, {&value, 1}, {&slope, 1});
    worst = std::max({worst, std::abs(value - curve.value(t)), std::abs(slope - curve.slope(t))});
  }
  return worst;
}

TEST(ExplicitOutput, ReproducesCubics) {
  EXPECT_LT(LargestError(kCubic, {}, false), 1e-12);
  EXPECT_LT(LargestError(kCubic, {}, true), 1e-12);
  EXPECT_GT(LargestError(kQuartic, {}, false), 1e-2);
}

// t^4 = cubic + h^4 theta^2 (1 - theta)^2, and the step has the length 1.
TEST(ExplicitOutput, ReproducesAQuarticWithOneMoreTerm) {
  EXPECT_LT(LargestError(kQuartic, {1}, false), 1e-12);
}

TEST(ExplicitOutput, UsesTheMiddleOfAStepThatWasMadeTwice) {
  EXPECT_LT(LargestError(kTwoCubics, {}, true), 1e-12);
  EXPECT_GT(LargestError(kTwoCubics, {}, false), 1e-2);
}

TEST(ExplicitOutput, ForgetsAMiddle) {
  ExplicitOutput output(1, 0);
  std::vector<double> y = {0}, r = {0};
  output.TakeStart(y, r);
  y = {100}, r = {0};
  output.TakeMiddle(y, r);
  output.HasNoMiddle();
  y = {1}, r = {0};
  double value = 0, slope = 0;
  output.Interpolate(0.5, {0, 1, y, r}, {&value, 1}, {&slope, 1});
  EXPECT_DOUBLE_EQ(value, 0.5);  // 3 t^2 - 2 t^3
  EXPECT_DOUBLE_EQ(slope, 1.5);
}

}  // namespace
}  // namespace daedalus::integrate

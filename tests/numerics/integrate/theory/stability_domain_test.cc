// Traced boundaries and damping against formulas.
#include "daedalus/numerics/integrate/theory/stability_domain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daedalus/numerics/integrate/suite/method_analysis.h"

namespace daedalus::integrate::theory {
namespace {

StabilityDomain Trace(const Amplification& amplification) {
  return TraceStabilityDomain(amplification, FindWindow(amplification));
}

TEST(StabilityDomain, EulersDomainsAreUnitDisks) {
  const StabilityDomain forward = Trace(StabilityFunctionOf(ForwardEulerTableau()));
  const StabilityDomain backward = Trace(StabilityFunctionOf(BackwardEulerTableau()));
  ASSERT_EQ(forward.boundary.size(), 1u);
  ASSERT_EQ(backward.boundary.size(), 1u);
  EXPECT_FALSE(forward.stable_outside);
  EXPECT_TRUE(backward.stable_outside);
  EXPECT_FALSE(forward.leaves_window);
  for (const Complex z : forward.boundary[0]) EXPECT_NEAR(std::abs(z + 1.0), 1, 1e-5);
  for (const Complex z : backward.boundary[0]) EXPECT_NEAR(std::abs(z - 1.0), 1, 1e-5);
  EXPECT_GT(forward.boundary[0].size(), 200u);
}

TEST(StabilityDomain, CurvesGoFromNeighbourToNeighbour) {
  for (const char* name : {"bdf", "dopri5", "radau5", "adams"}) {
    for (const AnalyzedFormula& formula : AnalyzeMethod(name)) {
      const StabilityDomain domain = Trace(formula.amplification);
      ASSERT_FALSE(domain.boundary.empty()) << formula.name;
      const double cell = 2 * domain.window.half_width / 160;
      for (const std::vector<Complex>& curve : domain.boundary) {
        for (std::size_t i = 0; i < curve.size(); ++i)
          ASSERT_LT(std::abs(curve[i] - curve[(i + 1) % curve.size()]), 1.5 * cell) << formula.name;
      }
    }
  }
}

// The boundary is part of the root locus: two roads to the same curve.
TEST(StabilityDomain, TracedBoundariesOfBdfLieOnTheRootLocus) {
  constexpr int kSamples = 4000;
  for (const int order : {2, 4, 6}) {
    const MultistepFormula bdf = BdfFormula(order);
    const StabilityDomain domain = Trace(bdf);
    EXPECT_TRUE(domain.stable_outside);
    std::vector<Complex> locus;
    for (int i = 0; i < kSamples; ++i) locus.push_back(RootLocus(bdf, 2 * std::numbers::pi * i / kSamples));
    for (const std::vector<Complex>& curve : domain.boundary) {
      for (std::size_t i = 0; i < curve.size(); i += 7) {
        double distance = 1e9;
        for (const Complex mu : locus) distance = std::min(distance, std::abs(mu - curve[i]));
        EXPECT_LT(distance, 0.002 * domain.window.half_width) << order << ' ' << curve[i];
      }
    }
  }
}

TEST(StabilityDomain, TheDomainOfTheTrapezoidalRuleIsTheLeftHalfPlane) {
  const StabilityDomain domain = Trace(StabilityFunctionOf(TrapezoidTableau()));
  EXPECT_TRUE(domain.leaves_window);
  ASSERT_EQ(domain.boundary.size(), 1u);
  const double edge = domain.window.half_width * 0.95;
  int on_axis = 0;
  for (const Complex z : domain.boundary[0]) {
    if (std::abs(z.real()) < edge && std::abs(z.imag()) < edge) {
      EXPECT_NEAR(z.real(), 0, 1e-4);
      ++on_axis;
    }
  }
  EXPECT_GT(on_axis, 100);
}

TEST(StabilityDomain, WindowsShowTheWholeBoundary) {
  for (const char* name : {"gear", "adams", "radau", "radau3", "lobatto4", "sdirk4", "rk4"}) {
    for (const AnalyzedFormula& formula : AnalyzeMethod(name)) {
      if (name == std::string("adams") && formula.order == 2) continue;  // a half plane
      const StabilityDomain domain = Trace(formula.amplification);
      EXPECT_FALSE(domain.leaves_window) << formula.name;
      double largest = 0;
      for (const std::vector<Complex>& curve : domain.boundary) {
        for (const Complex z : curve) largest = std::max({largest, std::abs(z.real()), std::abs(z.imag())});
      }
      EXPECT_GT(largest, domain.window.half_width / 2) << formula.name << ": no waste of space";
    }
  }
}

TEST(StabilityDomain, AWindowAroundTwoShowsBoth) {
  const PlaneWindow both = Enclose({-1, 2}, {4, 1});
  EXPECT_LE(both.center - both.half_width, -3);
  EXPECT_GE(both.center + both.half_width, 5);
}

TEST(StabilityDomain, DampingIsMinusTheLogarithmOfTheGrowth) {
  const Amplification radau = StabilityFunctionOf(RadauIIATableau(2));
  const std::vector<double> damping = DampingAt(radau, {0, 0.01, 3, 1e6});
  EXPECT_EQ(damping[0], 0);
  EXPECT_NEAR(damping[1], 0.01, 1e-8);
  EXPECT_GT(damping[2], 30) << "R(-3) = 0 by (8.48)";
  EXPECT_NEAR(damping[3], std::log(1e6 / 2), 1e-5) << "R(z) -> 2/z";
}

// Sec. 8.3: Lobatto IIIC damps more than both Radau methods far out on the left.
TEST(StabilityDomain, LobattoDampsMoreThanRadauFarOut) {
  const std::vector<double> far = {1e3, 1e5};
  const std::vector<double> lobatto = DampingAt(StabilityFunctionOf(LobattoIIIC4Tableau()), far);
  for (const int s : {2, 3}) {
    const std::vector<double> radau = DampingAt(StabilityFunctionOf(RadauIIATableau(s)), far);
    for (std::size_t i = 0; i < far.size(); ++i) EXPECT_GT(lobatto[i], radau[i]);
  }
}

}  // namespace
}  // namespace daedalus::integrate::theory

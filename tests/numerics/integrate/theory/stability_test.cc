// A-, L- and A(alpha)-stability against theory and literature.
#include "daedalus/numerics/integrate/theory/stability.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "daedalus/numerics/integrate/theory/two_step_formula.h"

namespace daedalus::integrate::theory {
namespace {

TEST(Stability, StiffRungeKuttaMethodsAreLStable) {
  for (const Tableau& t : {BackwardEulerTableau(), LobattoIIIC4Tableau(), Sdirk4Tableau(), RadauIIATableau(2),
                           RadauIIATableau(3), RadauIIATableau(5), RadauIIATableau(7)}) {
    const StabilityProperties is = StabilityOf(StabilityFunctionOf(t));
    EXPECT_TRUE(is.a_stable) << t.name;
    EXPECT_TRUE(is.l_stable) << t.name;
    EXPECT_EQ(is.angle, 90) << t.name;
  }
}

TEST(Stability, SymmetricMethodsAreAStableAndNotLStable) {
  for (const Tableau& t : {TrapezoidTableau(), BackinterpolationTableau()}) {
    const StabilityProperties is = StabilityOf(StabilityFunctionOf(t));
    EXPECT_TRUE(is.a_stable) << t.name;
    EXPECT_FALSE(is.l_stable) << t.name;
    EXPECT_DOUBLE_EQ(is.growth_at_infinity, 1) << t.name;
  }
}

TEST(Stability, ExplicitMethodsAreNotAStable) {
  for (const Tableau& t :
       {ForwardEulerTableau(), RungeKutta4Tableau(), DormandPrince5Tableau(), DormandPrince8Tableau()}) {
    const StabilityProperties is = StabilityOf(StabilityFunctionOf(t));
    EXPECT_FALSE(is.a_stable) << t.name;
    EXPECT_EQ(is.angle, 0) << t.name;
    EXPECT_EQ(is.growth_at_infinity, std::numeric_limits<double>::infinity()) << t.name;
  }
}

// The imaginary axis: the method of the Pade approximation (3, 0) has its poles to the right and still fails.
TEST(Stability, APoleOnTheRightAloneDoesNotMakeAStable) {
  const StabilityFunction pade{{1}, {1, -1, 1.0L / 2, -1.0L / 6}, 1};
  for (const Complex pole : Roots(pade.denominator)) EXPECT_GT(pole.real(), 0);
  EXPECT_GT(GrowthOf(pade, Complex(0, 1)), 1);
  EXPECT_FALSE(StabilityOf(pade).a_stable);
}

// Cellier & Kofman (2006), sec. 8.7 and 8.8: the error formulas are A-stable, the blends not L-stable.
TEST(Stability, TwoStepErrorFormulasAreAStable) {
  for (int i = 1; i <= 3; ++i) EXPECT_TRUE(StabilityOf(StabilityFunctionOf(Radau3Formula(i))).a_stable) << i;
  for (const TwoStepFormula& formula :
       {BlendedRadau3Formula(), BlendedRadau5Formula(), BlendedLobatto4Formula()}) {
    const StabilityProperties is = StabilityOf(StabilityFunctionOf(formula));
    EXPECT_TRUE(is.a_stable) << formula.name;
    EXPECT_FALSE(is.l_stable) << formula.name;
  }
}

// The text calls (8.103) unstable everywhere. In the sense of (8.98), beside a Radau solution that goes on,
// it is A-stable: E(y) = 16 y^6. Unstable it is when its own result goes on: then zeta^2 = 2 zeta - 1 at z =
// 0, and the double root 1 lets errors grow with the number of steps.
TEST(Stability, TheFormulaOf8_103IsUnstableOnlyWhenItIsPropagated) {
  const TwoStepFormula formula = UnstableRadau3Formula();
  EXPECT_TRUE(StabilityOf(StabilityFunctionOf(formula)).a_stable);
  EXPECT_DOUBLE_EQ(GrowthAtInfinity(StabilityFunctionOf(formula)), 1);
  const double previous = formula.previous.start + formula.previous.values[0];
  const double current = formula.current.start + formula.current.values[0];
  EXPECT_EQ(previous, -1);
  EXPECT_EQ(current, 2);
}

// Only the value at t_{k-1} is left of (8.105) for z -> infinity: F -> -1/13.
TEST(Stability, TheRadau3ErrorFormulaTendsToOneThirteenthOverTwoSteps) {
  const StabilityFunction f = StabilityFunctionOf(BlendedRadau3Formula());
  EXPECT_NEAR(Evaluate(f, -1e9).real(), -1.0 / 13, 1e-8);
  EXPECT_NEAR(GrowthAtInfinity(f), std::sqrt(1.0 / 13), 1e-14);
}

// Hairer & Wanner (1996), (V.2.7): 90, 90, 86.03, 73.35, 51.84, 17.84 degrees.
TEST(Stability, AnglesOfBdfAreThoseOfTheLiterature) {
  const double expected[] = {90, 90, 86.03, 73.35, 51.84, 17.84};
  for (int k = 1; k <= 6; ++k) EXPECT_NEAR(StabilityOf(BdfFormula(k)).angle, expected[k - 1], 0.005) << k;
}

TEST(Stability, ARayAtTheAngleJustTouchesTheDomainOfBdf) {
  for (int k = 3; k <= 6; ++k) {
    const Amplification bdf = BdfFormula(k);
    const double angle = StabilityOf(bdf).angle * std::numbers::pi / 180;
    bool stable_within = true, stable_beyond = true;
    for (double r = 0.01; r < 50; r *= 1.01) {
      stable_within &= IsStableAt(bdf, std::polar(-r, angle - 1e-3));
      stable_beyond &= IsStableAt(bdf, std::polar(-r, angle + 1e-3));
    }
    EXPECT_TRUE(stable_within) << k;
    EXPECT_FALSE(stable_beyond) << k;
  }
}

// Shampine & Reichelt (1997), Table 1: 90, 90, 80, 66, 51 degrees, in whole degrees.
TEST(Stability, AnglesOfNdfAreThoseOfTheLiterature) {
  const double expected[] = {90, 90, 80, 66, 51};
  for (int k = 1; k <= 5; ++k) EXPECT_NEAR(StabilityOf(NdfFormula(k)).angle, expected[k - 1], 1) << k;
}

// Dahlquist's second barrier: of the Adams-Moulton formulas only orders 1 and 2 are A-stable.
TEST(Stability, AdamsMoultonIsAStableUpToOrderTwo) {
  for (int p = 1; p <= 12; ++p) EXPECT_EQ(StabilityOf(AdamsMoultonFormula(p)).a_stable, p <= 2) << p;
  EXPECT_TRUE(StabilityOf(AdamsMoultonFormula(1)).l_stable);
  EXPECT_FALSE(StabilityOf(AdamsMoultonFormula(2)).l_stable);
}

// Lambert (1973), Table 4: the intervals (-6, 0), (-3, 0), (-90/49, 0) of orders 3, 4, 5.
TEST(Stability, RealIntervalsOfAdamsMoultonAreThoseOfTheLiterature) {
  const double expected[] = {6, 3, 90.0 / 49};
  for (int p = 3; p <= 5; ++p)
    EXPECT_NEAR(StabilityOf(AdamsMoultonFormula(p)).real_limit, expected[p - 3], 1e-12) << p;
}

// Hairer & Wanner (1996), Table IV.2.1 and sec. IV.2: -2 for Euler, -2.785 for the classical method, about
// -3.3 for Dormand & Prince.
TEST(Stability, RealIntervalsOfExplicitMethodsAreThoseOfTheLiterature) {
  const auto limit = [](const Tableau& t) { return StabilityOf(StabilityFunctionOf(t)).real_limit; };
  EXPECT_NEAR(limit(ForwardEulerTableau()), 2, 1e-12);
  EXPECT_NEAR(limit(RungeKutta4Tableau()), 2.785, 1e-3);
  EXPECT_NEAR(limit(DormandPrince5Tableau()), 3.307, 1e-3);
  EXPECT_GT(limit(DormandPrince8Tableau()), 6.1)
      << "where Hairer's program DOP853 begins to look for stiffness";
  EXPECT_EQ(limit(RadauIIATableau(3)), std::numeric_limits<double>::infinity());
}

// A multistep formula of one step is a one-step method: two roads to the same growth.
TEST(Stability, OneStepFormulasAgreeWithTheirTableaus) {
  const Amplification euler = StabilityFunctionOf(BackwardEulerTableau());
  const Amplification trapezoid = StabilityFunctionOf(TrapezoidTableau());
  for (const Complex z : {Complex(-1, 2), Complex(0.3, -4), Complex(-20, 0.1)}) {
    EXPECT_NEAR(GrowthOf(euler, z), GrowthOf(BdfFormula(1), z), 1e-14);
    EXPECT_NEAR(GrowthOf(euler, z), GrowthOf(AdamsMoultonFormula(1), z), 1e-14);
    EXPECT_NEAR(GrowthOf(trapezoid, z), GrowthOf(AdamsMoultonFormula(2), z), 1e-14);
  }
}

// Schur and Cohn against eigenvalues.
TEST(Stability, TheQuickTestAgreesWithTheSpectralRadius) {
  int stable = 0, all = 0;
  for (int p = 1; p <= 12; ++p) {
    const Amplification adams = AdamsMoultonFormula(p);
    const Amplification bdf = BdfFormula(std::min(p, 6));
    for (double x = -3.05; x < 3; x += 0.5) {
      for (double y = 0.05; y < 5; y += 0.5) {
        for (const Amplification* method : {&adams, &bdf}) {
          const double growth = GrowthOf(*method, {x, y});
          if (std::abs(growth - 1) < 1e-6) continue;
          EXPECT_EQ(IsStableAt(*method, {x, y}), growth < 1) << p << ' ' << x << ' ' << y;
          ++all;
          stable += growth < 1;
        }
      }
    }
  }
  EXPECT_GT(stable, all / 10);
  EXPECT_LT(stable, all * 9 / 10);
}

// det(I - zA + z 1 b^T)/det(I - zA) by hand: Hairer & Wanner (1996), (IV.3.18) with gamma = 1/4 has the
// denominator (1 - z/4)^5.
TEST(Stability, TheDenominatorOfSdirk4IsAPower) {
  const StabilityFunction r = StabilityFunctionOf(Sdirk4Tableau());
  const long double binomial[] = {1, 5, 10, 10, 5, 1};
  ASSERT_EQ(r.denominator.size(), 6u);
  for (int k = 0; k <= 5; ++k)
    EXPECT_NEAR(static_cast<double>(r.denominator[static_cast<std::size_t>(k)]),
                static_cast<double>(binomial[k] * std::pow(-0.25L, k)), 1e-16);
  EXPECT_EQ(r.numerator.size(), 5u);
}

// Radau IIA has the Pade approximation (s - 1, s) of e^z, whose coefficients are known.
TEST(Stability, RadauIIAIsTheSubdiagonalPadeApproximation) {
  for (int s = 1; s <= 7; ++s) {
    const StabilityFunction r = StabilityFunctionOf(RadauIIATableau(s));
    ASSERT_EQ(r.numerator.size(), static_cast<std::size_t>(s)) << s;
    ASSERT_EQ(r.denominator.size(), static_cast<std::size_t>(s) + 1) << s;
    const int k = s - 1, j = s;
    double p = 1, q = 1;
    for (int i = 0; i <= s; ++i) {
      const auto at = static_cast<std::size_t>(i);
      EXPECT_NEAR(i < s ? static_cast<double>(r.numerator[at]) / p : 1, 1, 1e-10) << s << ' ' << i;
      EXPECT_NEAR(static_cast<double>(r.denominator[at]) / q, 1, 1e-10) << s << ' ' << i;
      p *= static_cast<double>(k - i) / (k + j - i) / (i + 1);
      q *= -static_cast<double>(j - i) / (k + j - i) / (i + 1);
    }
  }
}

}  // namespace
}  // namespace daedalus::integrate::theory

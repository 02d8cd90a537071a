// The error coefficients that Cellier & Kofman (2006) print in sec. 8.3, 8.7 and 8.8, and those of the
// multistep formulas, by exact expansion. Here the error is always what is computed minus what is true.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/numerics/integrate/theory/stability.h"
#include "daedalus/numerics/integrate/theory/two_step_formula.h"

namespace daedalus::integrate::theory {
namespace {

void ExpectSeries(const StabilityFunction& r, const std::vector<double>& expected, double tolerance = 1e-15) {
  const std::vector<long double> series = TaylorCoefficients(r, static_cast<int>(expected.size()));
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(static_cast<double>(series[k]), expected[k], tolerance) << "term " << k;
}

void ExpectPolynomial(const Polynomial& p, const std::vector<double>& expected) {
  ASSERT_EQ(p.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(static_cast<double>(p[k]), expected[k], 1e-15);
}

// (8.48): F = I + (I - 2/3 z + z^2/6)^-1 (I - z/6) z, so the numerator is 1 + z/3.
TEST(ErrorConstant, Radau3HasTheFunctionOf8_48) {
  const StabilityFunction r = StabilityFunctionOf(RadauIIATableau(2));
  ExpectPolynomial(r.denominator, {1, -2.0 / 3, 1.0 / 6});
  ExpectPolynomial(r.numerator, {1, 1.0 / 3});
}

TEST(ErrorConstant, Radau3HasTheSeriesOf8_49) {
  ExpectSeries(StabilityFunctionOf(RadauIIATableau(2)), {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 36});
}

// (8.50) prints +1/72, which is what is true minus what is computed; (8.53), (8.56) and (8.107) have it the
// other way round. By (8.49) it is 1/36 - 1/24 = -1/72 in the sense of those.
TEST(ErrorConstant, Radau3HasTheErrorOf8_50WithTheSignOfTheOthers) {
  const LinearError error = LeadingErrorOf(StabilityFunctionOf(RadauIIATableau(2)));
  EXPECT_EQ(error.order, 3);
  EXPECT_NEAR(error.constant, -1.0 / 72, 1e-16);
}

TEST(ErrorConstant, Radau5HasTheFunctionOf8_51) {
  const StabilityFunction r = StabilityFunctionOf(RadauIIATableau(3));
  ExpectPolynomial(r.denominator, {1, -3.0 / 5, 3.0 / 20, -1.0 / 60});
  // 1 - 3/5 z + 3/20 z^2 - z^3/60 + (1 - z/10 + z^2/60) z
  ExpectPolynomial(r.numerator, {1, 2.0 / 5, 1.0 / 20});
}

TEST(ErrorConstant, Radau5HasTheSeriesOf8_52AndTheErrorOf8_53) {
  const StabilityFunction r = StabilityFunctionOf(RadauIIATableau(3));
  ExpectSeries(r, {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 11.0 / 7200});
  const LinearError error = LeadingErrorOf(r);
  EXPECT_EQ(error.order, 5);
  EXPECT_NEAR(error.constant, 1.0 / 7200, 1e-16);
}

TEST(ErrorConstant, Lobatto4HasTheFunctionOf8_54) {
  const StabilityFunction r = StabilityFunctionOf(LobattoIIIC4Tableau());
  ExpectPolynomial(r.denominator, {1, -3.0 / 4, 1.0 / 4, -1.0 / 24});
  ExpectPolynomial(r.numerator, {1, 1.0 / 4});
}

TEST(ErrorConstant, Lobatto4HasTheSeriesOf8_55AndTheErrorOf8_56) {
  const StabilityFunction r = StabilityFunctionOf(LobattoIIIC4Tableau());
  ExpectSeries(r, {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 96});
  const LinearError error = LeadingErrorOf(r);
  EXPECT_EQ(error.order, 4);
  EXPECT_NEAR(error.constant, 1.0 / 480, 1e-16);
}

// In (8.99a) the text has 877/58 for the last term: a rational near the exact 12656/837, 1.4e-6 away.
TEST(ErrorConstant, TheFormulasOf8_97HaveTheSeriesOf8_99) {
  ExpectSeries(StabilityFunctionOf(Radau3Formula(1)), {1, 2, 2, 2224.0 / 279 / 6, 12656.0 / 837 / 24}, 1e-14);
  ExpectSeries(StabilityFunctionOf(Radau3Formula(2)), {1, 2, 2, 73.0 / 9 / 6, 859.0 / 54 / 24}, 1e-14);
  ExpectSeries(StabilityFunctionOf(Radau3Formula(3)), {1, 2, 2, 188.0 / 23 / 6, 374.0 / 23 / 24}, 1e-14);
  for (int i = 1; i <= 3; ++i) EXPECT_EQ(LeadingErrorOf(StabilityFunctionOf(Radau3Formula(i))).order, 2) << i;
}

TEST(ErrorConstant, TheFormulaOf8_103HasOrderFour) {
  EXPECT_EQ(LeadingErrorOf(StabilityFunctionOf(UnstableRadau3Formula())).order, 4);
}

TEST(ErrorConstant, TheBlendOf8_105HasTheSeriesOf8_106AndTheErrorOf8_107) {
  const StabilityFunction f = StabilityFunctionOf(BlendedRadau3Formula());
  ExpectSeries(f, {1, 2, 2, 8.0 / 6, 149.0 / 156 * 16 / 24}, 1e-15);
  const LinearError error = LeadingErrorOf(f);
  EXPECT_EQ(error.order, 3);
  EXPECT_NEAR(error.constant, -7.0 / 3744, 1e-16);
}

// (8.108) and (8.110) with the factor h that the text omits in its derivatives. Without it they would not
// even reproduce x' = 1.
TEST(ErrorConstant, TheBlendsOf8_108And8_110HaveTheirOrders) {
  EXPECT_EQ(LeadingErrorOf(StabilityFunctionOf(BlendedRadau5Formula())).order, 5);
  EXPECT_EQ(LeadingErrorOf(StabilityFunctionOf(BlendedLobatto4Formula())).order, 4);
}

// [P8.1]: both solutions of HW-SDIRK(3)4.
TEST(ErrorConstant, Sdirk4HasOrdersFourAndThree) {
  EXPECT_EQ(LeadingErrorOf(StabilityFunctionOf(Sdirk4Tableau())).order, 4);
  EXPECT_EQ(LeadingErrorOf(EmbeddedStabilityFunctionOf(Sdirk4Tableau())).order, 3);
}

// [HW96] Theorem IV.3.12: e^z - R = (-1)^j j! k!/((j+k)! (j+k+1)!) z^(j+k+1) for Pade (k, j); here k = j - 1.
TEST(ErrorConstant, RadauIIAHasTheErrorOfThePadeApproximation) {
  for (int s = 1; s <= 7; ++s) {
    const LinearError error = LeadingErrorOf(StabilityFunctionOf(RadauIIATableau(s)));
    const double expected = (s % 2 == 0 ? -1 : 1) * std::tgamma(s + 1) * std::tgamma(s) / std::tgamma(2 * s) /
                            std::tgamma(2 * s + 1);
    EXPECT_EQ(error.order, 2 * s - 1) << s;
    EXPECT_NEAR(error.constant / expected, 1, 1e-8) << s;
  }
}

// [HNW93] Table III.1.2.
TEST(ErrorConstant, AdamsMoultonHasTheConstantsOfTheLiterature) {
  const double expected[] = {1,          -1.0 / 2,       -1.0 / 12,      -1.0 / 24,         -19.0 / 720,
                             -3.0 / 160, -863.0 / 60480, -275.0 / 24192, -33953.0 / 3628800};
  const std::vector<double> gamma = AdamsMoultonGamma(8);
  for (std::size_t m = 0; m <= 8; ++m) EXPECT_NEAR(gamma[m], expected[m], 1e-16) << m;
  for (int p = 1; p <= 8; ++p) EXPECT_NEAR(AdamsMoultonFormula(p).error_constant, -expected[p], 1e-16) << p;
}

TEST(ErrorConstant, FormulasOfTheText) {
  // (8.26): x_{k+1} = x_k + h/12 (5 f_{k+1} + 8 f_k - f_{k-1})
  const MultistepFormula adams = AdamsMoultonFormula(3);
  const double beta[] = {5.0 / 12, 8.0 / 12, -1.0 / 12};
  for (std::size_t j = 0; j < 3; ++j) EXPECT_DOUBLE_EQ(adams.beta[j], beta[j]);
  // (8.3): x'_{k+1} = (11/6 x_{k+1} - 3 x_k + 3/2 x_{k-1} - 1/3 x_{k-2})/h
  const MultistepFormula bdf = BdfFormula(3);
  const double alpha[] = {11.0 / 6, -3, 3.0 / 2, -1.0 / 3};
  for (std::size_t j = 0; j < 4; ++j) EXPECT_DOUBLE_EQ(bdf.alpha[j], alpha[j]);
}

// [HNW93] (III.2.6): inserting the exact solution t^q leaves nothing up to q = p, and -C (p+1)! for q = p
// + 1.
void ExpectOrder(const MultistepFormula& formula) {
  double factorial = 1;
  for (int q = 0; q <= formula.order + 1; ++q) {
    factorial *= std::max(q, 1);
    long double defect = 0, size = 0;
    for (std::size_t j = 0; j < formula.alpha.size(); ++j) {
      const auto t = -static_cast<long double>(j);
      const long double a = formula.alpha[j] * std::pow(t, q);
      const long double b = q == 0 ? 0 : formula.beta[j] * q * std::pow(t, q - 1);
      defect += a - b;
      size += std::abs(a) + std::abs(b);
    }
    const double expected = q <= formula.order ? 0 : -formula.error_constant * factorial;
    EXPECT_NEAR(static_cast<double>(defect), expected, static_cast<double>(size) * 1e-15)
        << formula.name << " degree " << q;
  }
}

TEST(ErrorConstant, MultistepFormulasAreExactUpToTheirOrderAndNoFurther) {
  for (int p = 1; p <= kMaxBdfOrder; ++p) ExpectOrder(BdfFormula(p));
  for (int p = 1; p <= kMaxAdamsOrder; ++p) ExpectOrder(AdamsMoultonFormula(p));
  for (int p = 1; p <= kMaxNdfOrder; ++p) ExpectOrder(NdfFormula(p));
}

// The dominant root of rho - z sigma is e^z + C z^(p+1) + ...
TEST(ErrorConstant, TheDominantRootOfAMultistepFormulaHasTheErrorConstant) {
  for (const MultistepFormula& formula :
       {BdfFormula(2), BdfFormula(4), NdfFormula(3), AdamsMoultonFormula(3)}) {
    const double z = -0.02;
    const double error = GrowthOf(formula, z) - std::exp(z);
    EXPECT_NEAR(error / (formula.error_constant * std::pow(z, formula.order + 1)), 1, 0.1) << formula.name;
  }
}

}  // namespace
}  // namespace daedalus::integrate::theory

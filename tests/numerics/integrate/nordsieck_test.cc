// The parts of the methods in Nordsieck form, each alone: array, formulas, order control, back values.
#include "daedalus/numerics/integrate/multistep/nordsieck.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "daedalus/numerics/integrate/multistep/back_values.h"
#include "daedalus/numerics/integrate/multistep/nordsieck_order.h"
#include "daedalus/numerics/integrate/theory/multistep.h"

namespace daedalus::integrate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// p(s) = 1 + 2 s - 3 s^2 + 0.5 s^3 and its slope.
double Cubic(double s) {
  return 1 + s * (2 + s * (-3 + s * 0.5));
}
double CubicSlope(double s) {
  return 2 + s * (-6 + s * 1.5);
}

NordsieckArray CubicArray() {
  NordsieckArray array(1, 5);
  SetUnknown(array, 3, 0, {1, 2, -3, 0.5});
  return array;
}

double ValueAt(const NordsieckArray& array, int order, double s) {
  double y[1], yp[1];
  Evaluate(array, order, s, 1, y, yp);
  return y[0];
}

double SlopeAt(const NordsieckArray& array, int order, double s) {
  double y[1], yp[1];
  Evaluate(array, order, s, 1, y, yp);
  return yp[0];
}

TEST(NordsieckArray, EvaluatesThePolynomialAndItsSlope) {
  const NordsieckArray array = CubicArray();
  double y[1], yp[1];
  for (const double s : {-1.0, -0.3, 0.0, 0.5}) {
    Evaluate(array, 3, s, 0.1, y, yp);
    EXPECT_NEAR(y[0], Cubic(s), 1e-14);
    EXPECT_NEAR(yp[0], CubicSlope(s) / 0.1, 1e-12) << "a slope in time, not in steps";
  }
}

TEST(NordsieckArray, PredictionIsTheSamePolynomialSeenFromTheNextPoint) {
  NordsieckArray array = CubicArray();
  Predict(array, 3);
  for (const double s : {-2.0, -1.0, 0.0, 1.0}) EXPECT_NEAR(ValueAt(array, 3, s), Cubic(s + 1), 1e-13);
}

TEST(NordsieckArray, PredictionMultipliesByThePascalTriangle) {
  // The last column of the triangle of degree 5.
  NordsieckArray array(1, 5);
  array.row(5)[0] = 1;
  Predict(array, 5);
  const double binomials[] = {1, 5, 10, 10, 5, 1};
  for (int q = 0; q <= 5; ++q) EXPECT_EQ(array.row(q)[0], binomials[q]);
}

TEST(NordsieckArray, RescalingKeepsThePolynomialInTime) {
  NordsieckArray array = CubicArray();
  Rescale(array, 3, 0.25);
  for (const double s : {-4.0, -1.0, 2.0}) EXPECT_NEAR(ValueAt(array, 3, s), Cubic(0.25 * s), 1e-14);
}

TEST(NordsieckArray, UnknownsDoNotMix) {
  NordsieckArray array(2, 3);
  SetUnknown(array, 3, 0, {1, 2, -3, 0.5});
  SetUnknown(array, 3, 1, {0, 1});
  Rescale(array, 3, 2);
  Predict(array, 3);
  double y[2], yp[2];
  Evaluate(array, 3, 0, 1, y, yp);
  EXPECT_NEAR(y[0], Cubic(2), 1e-13);
  EXPECT_NEAR(y[1], 2, 1e-15);
}

// Values of e^s at 0, -1, ..., -k as a BDF step knows them, and slopes as an Adams step does.
NordsieckArray ExponentialPast(Formula (*formula)(int), int order) {
  NordsieckArray array(1, order + 1);
  std::vector<double> points(order + 1);
  for (int i = 0; i <= order; ++i) points[i] = std::exp(-0.1 * i);
  if (formula == BdfFormula) {
    SetUnknown(array, order, 0, ThroughPast(points));
  } else {
    for (double& point : points) point *= 0.1;
    Polynomial p = Primitive(ThroughPast(std::span(points).first(order)));
    p[0] = 1;
    SetUnknown(array, order, 0, p);
  }
  return array;
}

const UnknownKind kOneDifferential[] = {UnknownKind::kDifferential};

TEST(NordsieckArray, AChangeToALowerOrderKeepsTheYoungerPast) {
  for (int order = 2; order <= 6; ++order) {
    NordsieckArray array = ExponentialPast(BdfFormula, order);
    const double slope = SlopeAt(array, order, 0);
    LowerOrder(array, order, kOneDifferential, WithOtherKinds(BdfFormula(order), order));
    for (int i = 0; i <= order - 2; ++i) {
      EXPECT_NEAR(ValueAt(array, order - 1, -i), std::exp(-0.1 * i), 1e-13) << order;
    }
    EXPECT_NEAR(SlopeAt(array, order - 1, 0), slope, 1e-14);
    EXPECT_EQ(array.row(order)[0], 0);
  }
  for (int order = 2; order <= 12; ++order) {
    NordsieckArray array = ExponentialPast(AdamsMoultonFormula, order);
    LowerOrder(array, order, kOneDifferential, WithOtherKinds(AdamsMoultonFormula(order), order));
    EXPECT_NEAR(ValueAt(array, order - 1, 0), 1, 1e-15);
    for (int i = 0; i <= order - 2; ++i) {
      EXPECT_NEAR(SlopeAt(array, order - 1, -i), 0.1 * std::exp(-0.1 * i), 1e-13) << order;
    }
  }
}

TEST(NordsieckArray, AChangeToAHigherOrderAddsTheNextDerivative) {
  NordsieckArray array = CubicArray();
  const double fourth[] = {24 * 0.7};  // h^4 y''''
  RaiseOrder(array, 3, fourth);
  EXPECT_NEAR(array.row(4)[0], 0.7, 1e-15);
  EXPECT_NEAR(ValueAt(array, 4, 2), Cubic(2) + 0.7 * 16, 1e-13);
}

TEST(Formulas, BdfCoefficientsAreThoseOfGear) {
  // [Gea71] Table 11.1 in our scale, l_0 = 1: l_1 = sum 1/i, the last 1/k!.
  double sum = 0;
  double factorial = 1;
  for (int k = 1; k <= kHighestBdfOrder; ++k) {
    sum += 1.0 / k;
    factorial *= k;
    const Formula formula = BdfFormula(k);
    EXPECT_EQ(formula.l[0], 1);
    EXPECT_NEAR(formula.l[1], sum, 1e-15);
    EXPECT_NEAR(formula.l[k], 1 / factorial, 1e-16);
  }
  const Formula third = BdfFormula(3);
  EXPECT_NEAR(third.l[1], 11.0 / 6, 1e-15);
  EXPECT_NEAR(third.l[2], 1, 1e-15);
}

TEST(Formulas, AdamsMoultonCoefficientsAreThoseOfTheTables) {
  // The weight of the new slope, beta_0, and the error constants ([HNW93] Table III.1.2).
  const double new_slope[] = {1, 1.0 / 2, 5.0 / 12, 9.0 / 24, 251.0 / 720, 475.0 / 1440};
  const double constants[] = {1.0 / 2, 1.0 / 12, 1.0 / 24, 19.0 / 720, 3.0 / 160, 863.0 / 60480};
  for (int k = 1; k <= 6; ++k) {
    const Formula formula = AdamsMoultonFormula(k);
    EXPECT_NEAR(formula.l[0], new_slope[k - 1], 1e-15) << k;
    EXPECT_EQ(formula.l[1], 1);
    EXPECT_NEAR(formula.error_constant, constants[k - 1], 1e-15) << k;
  }
}

TEST(Formulas, AgreeWithTheDifferenceFormulasOfTheTheory) {
  for (int k = 1; k <= kHighestBdfOrder; ++k) {
    const theory::MultistepFormula theory = theory::BdfFormula(k);
    EXPECT_NEAR(BdfFormula(k).l[1], theory.alpha[0], 1e-14);
    EXPECT_NEAR(BdfFormula(k).error_constant, std::abs(theory.error_constant), 1e-15);
  }
  for (int k = 1; k <= kHighestAdamsOrder; ++k) {
    const theory::MultistepFormula theory = theory::AdamsMoultonFormula(k);
    EXPECT_NEAR(AdamsMoultonFormula(k).l[0], theory.beta[0], 1e-14);
    EXPECT_NEAR(AdamsMoultonFormula(k).error_constant, std::abs(theory.error_constant), 1e-15);
  }
}

TEST(Formulas, TheThirdOrderAdamsStepIsThatOfTheBook) {
  // Cellier & Kofman (8.26): x_1 = x_0 + h/12 (5 f_1 + 8 f_0 - f_-1).
  const double f[] = {0.7, -0.2, 0.4};  // f_1, f_0, f_-1
  NordsieckArray array(1, 3);
  const double older[] = {f[1], f[2], 1.3};  // f_-2 is forgotten in the step
  Polynomial p = Primitive(ThroughPast(older));
  p[0] = 2;
  SetUnknown(array, 3, 0, p);
  Predict(array, 3);
  const double difference[] = {f[0] - array.row(1)[0]};
  Correct(array, 3, kOneDifferential, WithOtherKinds(AdamsMoultonFormula(3), 3), difference);
  EXPECT_NEAR(array.row(0)[0], 2 + (5 * f[0] + 8 * f[1] - f[2]) / 12, 1e-15);
  EXPECT_NEAR(SlopeAt(array, 3, -1), f[1], 1e-15);
  EXPECT_NEAR(SlopeAt(array, 3, -2), f[2], 1e-15);
}

TEST(Formulas, ThroughPastMeetsItsPoints) {
  const double values[] = {3, -1, 4, 1, -5, 9};
  const Polynomial p = ThroughPast(values);
  for (int i = 0; i < 6; ++i) {
    double value = 0;
    for (int q = 5; q >= 0; --q) value = value * -i + p[q];
    EXPECT_NEAR(value, values[i], 1e-11);
  }
}

// y' = -y with exact past, n steps of size h to t = 1, without an integrator around.
double LinearTestError(Formula (*formula)(int), int order, int n) {
  const double h = 1.0 / n;
  NordsieckArray array(1, order);
  std::vector<double> points(order + 1);
  for (int i = 0; i <= order; ++i) points[i] = std::exp(i * h);
  Polynomial p = ThroughPast(points);
  if (formula == AdamsMoultonFormula) {
    for (double& point : points) point *= -h;
    p = Primitive(ThroughPast(std::span(points).first(order)));
    p[0] = 1;
  }
  SetUnknown(array, order, 0, p);
  const FormulaOfKind formulas = WithOtherKinds(formula(order), order);
  const Formula& f = formulas.of(UnknownKind::kDifferential);
  for (int step = 0; step < n; ++step) {
    Predict(array, order);
    // h y' + h y = 0 with h y' = row 1 + l_1 d and y = row 0 + l_0 d.
    const double difference[] = {-(array.row(1)[0] + h * array.row(0)[0]) / (f.l[1] + h * f.l[0])};
    Correct(array, order, kOneDifferential, formulas, difference);
  }
  return std::abs(array.row(0)[0] - std::exp(-1.0));
}

TEST(Formulas, EveryFormulaHasItsOrder) {
  for (int order = 1; order <= kHighestBdfOrder; ++order) {
    const double measured =
        std::log2(LinearTestError(BdfFormula, order, 40) / LinearTestError(BdfFormula, order, 80));
    EXPECT_NEAR(measured, order, 0.25);
  }
  for (int order = 1; order <= kHighestAdamsOrder; ++order) {
    const int n = order > 8 ? 6 : 12;  // before roundoff hides the error
    const double measured = std::log2(LinearTestError(AdamsMoultonFormula, order, n) /
                                      LinearTestError(AdamsMoultonFormula, order, 2 * n));
    EXPECT_NEAR(measured, order, 0.7) << order;
  }
}

TEST(ChooseOrder, TakesTheOrderWithTheLargestStep) {
  EXPECT_EQ(ChooseOrder(3, {1, 1, 1}).order, 3) << "the present order is preferred";
  EXPECT_EQ(ChooseOrder(3, {1, 1, 1e-3}).order, 4);
  EXPECT_EQ(ChooseOrder(3, {1e-3, 1, 1}).order, 2);
  EXPECT_EQ(ChooseOrder(3, {kInfinity, 1, kInfinity}).order, 3);
}

TEST(ChooseOrder, TheStepBringsTheErrorBelowTheTolerance) {
  for (const double error : {1e-6, 0.1, 1.0, 50.0}) {
    const OrderChoice choice = ChooseOrder(4, {kInfinity, error, kInfinity});
    EXPECT_NEAR(error * std::pow(choice.ratio, 5), std::pow(1.2, -5), 1e-2);
  }
  EXPECT_LT(ChooseOrder(4, {kInfinity, 0, kInfinity}).ratio, 1e7) << "an error of zero is no division by it";
}

TEST(BackValues, InterpolateAPolynomialOfTheirDegreeExactly) {
  BackValues past({1}, 4);
  double y[2], yp[2] = {7, 0};
  int i = 0;
  for (const double t : {-5.0, 0.0, 0.5, 0.6, 2.0, 2.1}) {
    const double values[] = {100.0 * i++, Cubic(t)};
    past.Push(t, values);
  }
  past.Interpolate(1.3, 3, y, yp);
  EXPECT_NEAR(y[1], Cubic(1.3), 1e-12);
  EXPECT_NEAR(yp[1], CubicSlope(1.3), 1e-12);
  EXPECT_EQ(yp[0], 7) << "other unknowns are left alone";
  past.Interpolate(2.05, 1, y, yp);
  EXPECT_NEAR(y[1], (Cubic(2) + Cubic(2.1)) / 2, 1e-13);
}

}  // namespace
}  // namespace daedalus::integrate

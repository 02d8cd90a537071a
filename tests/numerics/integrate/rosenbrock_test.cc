// rodas: the coefficients satisfy all order conditions, the measured orders are those of theory, and a step
// costs what it should.
#include "daedalus/numerics/integrate/rosenbrock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/integrate/mass_form.h"
#include "daedalus/numerics/integrate/runge_kutta/rosenbrock_tableau.h"
#include "daedalus/numerics/linear/decompositions.h"
#include "numerics/integrate/convergence.h"
#include "numerics/integrate/order_conditions.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

// The coefficients of theory, by (2) of rosenbrock_tableau.h.
struct TheoryForm {
  Eigen::MatrixXd alpha, gamma, beta;
  Eigen::VectorXd b, embedded;
};

TheoryForm InTheoryForm(const RosenbrockTableau& tableau) {
  const int s = tableau.num_stages;
  Eigen::MatrixXd a(s, s), c(s, s);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) {
      a(i, j) = tableau.a[i][j];
      c(i, j) = tableau.c[i][j];
    }
  }
  TheoryForm form;
  form.gamma = (Eigen::MatrixXd::Identity(s, s) / tableau.gamma - c).inverse();
  form.alpha = a * form.gamma;
  form.beta = form.alpha + form.gamma;
  Eigen::RowVectorXd m = a.row(s - 1);
  form.embedded = (m * form.gamma).transpose();
  m[s - 1] = 1;
  form.b = (m * form.gamma).transpose();
  return form;
}

// Coefficients of up to 165 are given to 16 digits.
constexpr double kRoundoff = 2e-13;

class EveryRosenbrockPair : public testing::TestWithParam<int> {
 protected:
  const RosenbrockTableau& tableau() const { return RosenbrockTableaus()[GetParam()]; }
};

TEST_P(EveryRosenbrockPair, SatisfiesTheConditionsOfEveryTreeOfItsOrderAndNotMore) {
  const TheoryForm form = InTheoryForm(tableau());
  const int order = tableau().order;
  const TreesByOrder trees = MakeTrees(form.alpha, form.beta, order);
  const auto num_ordinary = std::ranges::count(trees.y[order], true, &Tree::ordinary);
  EXPECT_EQ(num_ordinary, order == 4 ? 4 : 9) << "rooted trees of this order";
  for (int p = 1; p <= order; ++p) {
    EXPECT_LT(LargestDefect(trees.y[p], form.b), kRoundoff) << p;
  }
  // Algebraic unknowns have no memory in a stiffly accurate method: their local error is their global one, so
  // that conditions up to p - 1 suffice.
  for (int p = 1; p < order; ++p) {
    EXPECT_LT(LargestDefect(trees.z[p], form.b), kRoundoff) << p;
    EXPECT_LT(LargestDefect(trees.y[p], form.embedded), kRoundoff) << p;
  }
  EXPECT_GT(LargestDefect(trees.y[order], form.embedded), 0.01) << "or the estimate would see nothing";
}

TEST_P(EveryRosenbrockPair, IsStiffilyAccurateAndDampsInfinitelyStiffParts) {
  const TheoryForm form = InTheoryForm(tableau());
  const int s = tableau().num_stages;
  EXPECT_LT((form.b - form.beta.row(s - 1).transpose()).cwiseAbs().maxCoeff(), kRoundoff);
  EXPECT_LT((form.embedded - form.alpha.row(s - 1).transpose()).cwiseAbs().maxCoeff(), kRoundoff);
  // R(infinity) = 1 - b^T beta^-1 1.
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(s);
  EXPECT_LT(std::abs(1 - form.b.dot(form.beta.inverse() * ones)), kRoundoff);
  EXPECT_LT(std::abs(1 - form.embedded.dot(form.beta.inverse() * ones)), kRoundoff);
}

TEST_P(EveryRosenbrockPair, SumsOfRowsAreTheNodes) {
  const TheoryForm form = InTheoryForm(tableau());
  for (int i = 0; i < tableau().num_stages; ++i) {
    EXPECT_NEAR(form.alpha.row(i).sum(), tableau().alpha[i], kRoundoff) << i;
    EXPECT_NEAR(form.gamma.row(i).sum(), tableau().gamma_sum[i], kRoundoff) << i;
    EXPECT_NEAR(form.gamma(i, i), tableau().gamma, kRoundoff) << i;
  }
}

TEST_P(EveryRosenbrockPair, DenseOutputSatisfiesTheConditionsOfOneOrderLess) {
  const TheoryForm form = InTheoryForm(tableau());
  const int s = tableau().num_stages;
  const TreesByOrder trees = MakeTrees(form.alpha, form.beta, tableau().order - 1);
  for (const double theta : {0.2, 0.5, 0.9}) {
    Eigen::RowVectorXd m(s);
    for (int j = 0; j < s; ++j) {
      const auto& d = tableau().dense;
      const double end = j + 1 < s ? tableau().a[s - 1][j] : 1;
      m[j] = theta * (end + (1 - theta) * (d[0][j] + theta * (d[1][j] + theta * d[2][j])));
    }
    const Eigen::VectorXd b = (m * form.gamma).transpose();
    for (int p = 1; p < tableau().order; ++p) {
      EXPECT_LT(LargestDefect(trees.y[p], b, std::pow(theta, p)), kRoundoff) << p;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tableaus, EveryRosenbrockPair, testing::Range(0, 2), [](const auto& tested) {
  return std::string(RosenbrockTableaus()[tested.param].name);
});

TEST(Rodas, HasTheOrderOfItsPairOnOrdinaryProblems) {
  for (const int order : {4, 5}) {
    const IntegratorOptions options{.max_order = order};
    EXPECT_NEAR(MeasuredOrder(MakeRodas, SmoothOde(), 0.0125, options), order, 0.2);
    EXPECT_GT(MeasuredOrder(MakeRodas, SmoothOde(), 0.0125, options, 0.4), order - 1.1) << "inside steps";
  }
}

TEST(Rodas, HasTheOrderOfItsPairInAlgebraicUnknownsToo) {
  for (const int order : {4, 5}) {
    const IntegratorOptions options{.max_order = order};
    EXPECT_NEAR(MeasuredOrder(MakeRodas, SmoothIndexOne(), 0.0125, options), order, 0.2);
    EXPECT_GT(MeasuredOrder(MakeRodas, SmoothIndexOne(), 0.05, options, 0.4), order - 1.3) << "inside steps";
  }
}

TEST(Rodas, ErrorOfInfinitelyStiffProblemsIsProportionalToThirdOrderOverStiffness) {
  // [Ste20], [Ste23]: the local error with z = -h lambda is O(h^4 / z) instead of the O(h^2 / z) of RODAS.
  for (const int order : {4, 5}) {
    const IntegratorOptions options{.max_order = order};
    EXPECT_NEAR(MeasuredOrder(MakeRodas, ProtheroRobinson(1e6), 0.2, options), 3, 0.1);
    const double stiff = FixedStepError(MakeRodas, ProtheroRobinson(1e5), 0.1, options);
    const double stiffer = FixedStepError(MakeRodas, ProtheroRobinson(1e6), 0.1, options);
    EXPECT_NEAR(stiff / stiffer, 10, 0.5);
  }
}

TEST(Rodas, AStepCostsOneJacobianOneFactorizationAndAnEvaluationForEachStage) {
  const TestProblem test = VanDerPol(1000);
  const auto integrator = MakeRodas(test.dae, {1e-6, {1e-6}});
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_TRUE(StepTo(**integrator, 2000).ok());
  const Statistics& statistics = (*integrator)->statistics();
  EXPECT_GT(statistics.error_test_failures, 0) << "or the next line would say nothing of rejected steps";
  EXPECT_EQ(statistics.jacobian_evaluations, statistics.steps);
  EXPECT_EQ(statistics.factorizations, statistics.steps + statistics.rejected_steps());
  const auto attempts = static_cast<double>(statistics.steps + statistics.rejected_steps());
  EXPECT_LT(static_cast<double>(statistics.residual_evaluations), 8.3 * attempts);
  EXPECT_NEAR((*integrator)->y()[0], 0.1706167732170469e1, 1e-5);
}

// y' = -y + s(t), where s is 0 until t = 5 and (t - 5)^2 after: y = 2 u - ... for u = t - 5 > 0, y(0) = 0.
TestProblem LateSource() {
  TestProblem test;
  test.dae.size = 1;
  test.dae.constant_mass = true;
  test.dae.residual = [](double t, auto y, auto yp, auto r) {
    const double u = std::max(0.0, t - 5);
    r[0] = yp[0] + y[0] - u * u;
    return EvalOutcome::kOk;
  };
  test.y0 = {0};
  test.yp0 = {0};
  return test;
}

TEST(Rodas, ASourceThatWakesLateIsNotMissed) {
  const TestProblem test = LateSource();
  const auto integrator = MakeRodas(test.dae, {1e-8, {1e-8}}, {.max_step = 0.5});
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_TRUE(StepTo(**integrator, 8).ok());
  const double exact = 9 - 2 * 3 + 2 - 2 * std::exp(-3.0);  // u^2 - 2 u + 2 - 2 exp(-u) at u = 3
  EXPECT_NEAR((*integrator)->y()[0], exact, 1e-7);
}

TEST(Rodas, TheTimeDerivativeOfTheUserAndItsDifferencesGiveTheSameSteps) {
  SmoothProblem smooth = ProtheroRobinson(100);
  const double by_user = FixedStepError(MakeRodas, smooth, 0.1, {});
  smooth.test.dae.time_derivative = {};
  EXPECT_NEAR(FixedStepError(MakeRodas, smooth, 0.1, {}), by_user, 1e-3 * by_user);
}

TEST(Rodas, AMassMatrixThatIsSingularAndNotDiagonalIsNoTrouble) {
  // Two capacitors in a chain: x' - z' = -x, z' - x' + ... : M = [1 -1; -1 1], f = (-x, q - z) with the sum
  // of both rows algebraic: x + z = q = cos t. So with w = x - z: w' = -x = -(cos t + w) / 2.
  MassProblem chain;
  chain.size = 2;
  chain.mass_pattern = linear::DensePattern(2, 2);
  chain.mass = {1, -1, -1, 1};
  chain.f = [](double t, auto y, auto f) {
    f[0] = -y[0];
    f[1] = std::cos(t) - y[1];
    return EvalOutcome::kOk;
  };
  const auto problem = FromMassForm(chain);
  ASSERT_TRUE(problem) << problem.error();
  const auto integrator = MakeRodas(*problem, {1e-9, {1e-9}});
  ASSERT_TRUE(integrator) << integrator.error();
  // x = (cos t + w) / 2; w(0) = 1: x = 1, z = 0; w' = -x = -1, (x + z)' = 0: x' = z' + w' -> x' = -1/2.
  const double y0[] = {1, 0}, yp0[] = {-0.5, 0.5};
  ASSERT_TRUE((*integrator)->Initialize(0, y0, yp0).ok());
  ASSERT_TRUE(StepTo(**integrator, 2).ok());
  // w' + w / 2 = -cos t / 2: w = a cos t + b sin t + c exp(-t / 2), a = -1/5, b = -2/5, c = 6/5.
  const double w = -0.2 * std::cos(2.0) - 0.4 * std::sin(2.0) + 1.2 * std::exp(-1.0);
  const double slope = 0.2 * std::sin(2.0) - 0.4 * std::cos(2.0) - 0.6 * std::exp(-1.0);
  EXPECT_NEAR((*integrator)->y()[0], (std::cos(2.0) + w) / 2, 1e-7);
  EXPECT_NEAR((*integrator)->y()[1], (std::cos(2.0) - w) / 2, 1e-7);
  EXPECT_NEAR((*integrator)->yp()[0], (-std::sin(2.0) + slope) / 2, 1e-5);
}

TEST(Rodas, ProblemsWithoutAConstantMatrixAndOrdersThatItHasNotAreRefused) {
  TestProblem test = Oscillator();
  const auto third = MakeRodas(test.dae, {1e-6, {1e-6}}, {.max_order = 3});
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error(), "rodas has no order 3");
  test.dae.constant_mass = false;
  const auto refused = MakeRodas(test.dae, {1e-6, {1e-6}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), "rodas needs M y' = f(t, y) with a matrix M that does not depend on t and y");
}

TEST(Rodas, AModelThatCannotBeEvaluatedBeyondAPointEndsThereWithItsRow) {
  TestProblem test = Decay();
  test.dae.residual = [](double t, auto y, auto yp, auto r) {
    r[0] = t < 0.5 ? yp[0] + y[0] : NAN;
    return EvalOutcome::kOk;
  };
  const auto integrator = MakeRodas(test.dae, {1e-6, {1e-6}});
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  const StepOutcome outcome = StepTo(**integrator, 1);
  EXPECT_EQ(outcome.status, StepStatus::kResidualFailed) << outcome.reason;
  EXPECT_EQ(outcome.row, 0);
  EXPECT_NEAR((*integrator)->time(), 0.5, 1e-6);
  EXPECT_NEAR((*integrator)->y()[0], std::exp(-(*integrator)->time()), 1e-5);
}

TEST(Rodas, SignsAreKeptOrTheUnknownIsNamed) {
  TestProblem test = Decay();
  test.dae.residual = [](double, auto, auto yp, auto r) {
    r[0] = yp[0] + 1;
    return EvalOutcome::kOk;
  };
  test.dae.signs = {Sign::kNonNegative};
  const auto integrator = MakeRodas(test.dae, {1e-6, {1e-6}});
  const double yp0[] = {-1};
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, yp0).ok());
  const StepOutcome outcome = StepTo(**integrator, 2);
  EXPECT_EQ(outcome.status, StepStatus::kSignViolated) << outcome.reason;
  EXPECT_EQ(outcome.unknown, 0);
  EXPECT_GE((*integrator)->y()[0], 0);
  EXPECT_NEAR((*integrator)->time(), 1, 1e-6);
}

}  // namespace
}  // namespace daedalus::integrate

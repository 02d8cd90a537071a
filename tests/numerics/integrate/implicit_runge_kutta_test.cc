// Radau IIA and Lobatto IIIC: coefficients, orders of convergence as theory has them, work that is saved, and
// the figures of RADAU5 on the test set.
//
// [HLR89] Hairer, Lubich & Roche, The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta
// Methods. [HW96] Hairer & Wanner, Solving Ordinary Differential Equations II. [Jay95] Jay, Appl. Numer.
// Math. 17 (1995) 97.
#include "daedalus/numerics/integrate/implicit_runge_kutta.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "daedalus/numerics/integrate/runge_kutta/fully_implicit.h"
#include "daedalus/numerics/integrate/runge_kutta/newton_monitor.h"
#include "daedalus/numerics/integrate/runge_kutta/radau_order.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_tableau.h"
#include "daedalus/numerics/integrate/runge_kutta/two_step_error.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/numerics/linear/decompositions.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"
#include "problems/ivp_problem.h"
#include "problems/run_problem.h"

namespace daedalus::integrate {
namespace {

using Matrix = Eigen::MatrixXd;

Matrix Unpack(const StageTableau& tableau, const StageTableau::Matrix& packed) {
  const int s = tableau.stages;
  Matrix matrix(s, s);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) matrix(i, j) = packed[i * s + j];
  }
  return matrix;
}

std::vector<theory::Tableau> AllMethods() {
  return {theory::RadauIIATableau(2), theory::RadauIIATableau(3), theory::RadauIIATableau(5),
          theory::RadauIIATableau(7), theory::LobattoIIIC4Tableau()};
}

TEST(StageTableau, TheTransformationMakesTheInverseBlockDiagonal) {
  for (const theory::Tableau& method : AllMethods()) {
    const StageTableau tableau = TransformStages(method);
    const int s = tableau.stages;
    Matrix blocks = Matrix::Zero(s, s);
    if (tableau.has_real()) blocks(0, 0) = tableau.gamma;
    for (int k = 0; k < tableau.num_pairs; ++k) {
      const int i = s % 2 + 2 * k;
      blocks(i, i) = blocks(i + 1, i + 1) = tableau.alpha[k];
      blocks(i, i + 1) = -tableau.beta[k];
      blocks(i + 1, i) = tableau.beta[k];
    }
    const Matrix inverse = Unpack(tableau, tableau.a_inverse);
    const Matrix t = Unpack(tableau, tableau.t);
    EXPECT_LT((inverse * t - t * blocks).norm(), 1e-14 * inverse.norm() * t.norm()) << method.name;
    const Matrix unit = t * Unpack(tableau, tableau.t_inverse);
    EXPECT_LT((unit - Matrix::Identity(s, s)).norm(), 1e-14 * t.norm() * t.inverse().norm()) << method.name;
  }
}

TEST(StageTableau, TheEigenvaluesOfRadau5AreThePublishedOnes) {
  // [HW96] IV.8: gamma = 1 / ((6 + 81^(1/3) - 9^(1/3)) / 30), alpha and beta likewise.
  const StageTableau tableau = TransformStages(theory::RadauIIATableau(3));
  const double a = std::cbrt(81.0), b = std::cbrt(9.0);
  EXPECT_NEAR(tableau.gamma, 30 / (6 + a - b), 1e-14);
  const double alpha = (12 - a + b) / 60, beta = (a + b) * std::sqrt(3.0) / 60;
  EXPECT_NEAR(tableau.alpha[0], alpha / (alpha * alpha + beta * beta), 1e-14);
  EXPECT_NEAR(tableau.beta[0], beta / (alpha * alpha + beta * beta), 1e-14);
}

TEST(StageTableau, ThePolynomialHasTheSlopesOfTheStages) {
  for (const theory::Tableau& method : AllMethods()) {
    const StageTableau tableau = TransformStages(method);
    for (int i = 0; i < tableau.stages; ++i) {
      StageTableau::Row slope;
      tableau.EvaluateSlopeFromEnd(tableau.c[i] - 1, slope);
      for (int j = 0; j < tableau.stages; ++j) EXPECT_NEAR(slope[j], i == j, 1e-12) << method.name;
    }
    StageTableau::Row q;
    tableau.EvaluateFromEnd(-1, q);  // back to the start of the step
    for (int j = 0; j < tableau.stages; ++j) EXPECT_NEAR(q[j], -method.b[j], 1e-13) << method.name;
  }
}

// A problem with its exact solution.
struct ExactProblem {
  DaeProblem dae;
  std::vector<double> (*y)(double t);
  std::vector<double> (*yp)(double t);
};

// Errors of all unknowns after fixed steps of size h from 0 to t_end.
std::vector<double> Errors(std::string_view method, const ExactProblem& problem, double t_end, double h) {
  auto integrator = MakeIntegrator(method, problem.dae, {1e-12, {1e-12}}, {.fixed_step = h});
  EXPECT_TRUE(integrator) << integrator.error();
  EXPECT_TRUE((*integrator)->Initialize(0, problem.y(0), problem.yp(0)).ok());
  const StepOutcome outcome = StepTo(**integrator, t_end);
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit) << method << ": " << outcome.reason;
  std::vector<double> errors = problem.y(t_end);
  for (std::size_t i = 0; i < errors.size(); ++i) errors[i] = std::abs(errors[i] - (*integrator)->y()[i]);
  return errors;
}

double OrderOf(std::string_view method, const ExactProblem& problem, std::size_t unknown, double t_end,
               int steps) {
  const double coarse = Errors(method, problem, t_end, t_end / steps)[unknown];
  const double fine = Errors(method, problem, t_end, t_end / (2 * steps))[unknown];
  return std::log2(coarse / fine);
}

// (1 + y^2) (y' - y cos t) = 0: y = exp(sin t), and dF/dy' depends on y.
ExactProblem VariableMass() {
  ExactProblem problem;
  problem.dae.size = 1;
  problem.dae.residual = [](double t, auto y, auto yp, auto r) {
    r[0] = (1 + y[0] * y[0]) * (yp[0] - y[0] * std::cos(t));
    return EvalOutcome::kOk;
  };
  problem.y = [](double t) { return std::vector{std::exp(std::sin(t))}; };
  problem.yp = [](double t) { return std::vector{std::exp(std::sin(t)) * std::cos(t)}; };
  return problem;
}

TEST(ImplicitRungeKuttaOrder, OnOrdinaryDifferentialEquationsItIsTheClassicalOne) {
  EXPECT_NEAR(OrderOf("radau3", VariableMass(), 0, 3, 30), 3, 0.2);
  EXPECT_NEAR(OrderOf("lobatto4", VariableMass(), 0, 3, 20), 4, 0.2);
  EXPECT_NEAR(OrderOf("radau5", VariableMass(), 0, 3, 12), 5, 0.2);
}

// x' = v, v' = -x as method of 5 or 7 stages, which `radau` alone would not keep: by the stages themselves.
double PropagationError(int stages, double h, int steps) {
  const theory::Tableau method = theory::RadauIIATableau(stages);
  const StageTableau tableau = TransformStages(method);
  const Eigen::MatrixXcd inverse = Unpack(tableau, tableau.a_inverse).cast<std::complex<double>>();
  const std::complex<double> z(0, h);
  const Eigen::MatrixXcd system = inverse - z * Eigen::MatrixXcd::Identity(stages, stages);
  const Eigen::VectorXcd increments = system.partialPivLu().solve(z * Eigen::VectorXcd::Ones(stages));
  return std::abs(std::pow(1.0 + increments[stages - 1], steps) - std::exp(z * static_cast<double>(steps)));
}

TEST(ImplicitRungeKuttaOrder, TheTransformedCoefficientsOfFiveAndSevenStagesHaveOrderNineAndThirteen) {
  EXPECT_NEAR(std::log2(PropagationError(5, 1.5, 8) / PropagationError(5, 0.75, 16)), 9, 0.2);
  EXPECT_NEAR(std::log2(PropagationError(7, 2.0, 6) / PropagationError(7, 1.0, 12)), 13, 0.3);
}

// y1' = y1 cos t + y1^2 w, y2' = -y2 cos t + y2 w, 0 = y1 y2 - 1, w = z - cos 2t: index 2 with y1 = exp(sin
// t) and z = cos 2t.
ExactProblem IndexTwo() {
  ExactProblem problem;
  problem.dae.size = 3;
  problem.dae.is_differential = {1, 1, 0};
  problem.dae.index = {1, 1, 2};
  problem.dae.residual = [](double t, auto y, auto yp, auto r) {
    const double w = y[2] - std::cos(2 * t);
    r[0] = yp[0] - y[0] * std::cos(t) - y[0] * y[0] * w;
    r[1] = yp[1] + y[1] * std::cos(t) - y[1] * w;
    r[2] = y[0] * y[1] - 1;
    return EvalOutcome::kOk;
  };
  problem.y = [](double t) {
    return std::vector{std::exp(std::sin(t)), std::exp(-std::sin(t)), std::cos(2 * t)};
  };
  problem.yp = [](double t) {
    const double y = std::exp(std::sin(t));
    return std::vector{y * std::cos(t), -std::cos(t) / y, -2 * std::sin(2 * t)};
  };
  return problem;
}

// y' = z cos t, 0 = z + z^3 - y - y^3: index 1 with y = z = exp(sin t).
ExactProblem IndexOne() {
  ExactProblem problem;
  problem.dae.size = 2;
  problem.dae.is_differential = {1, 0};
  problem.dae.residual = [](double t, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1] * std::cos(t);
    r[1] = y[1] + y[1] * y[1] * y[1] - y[0] - y[0] * y[0] * y[0];
    return EvalOutcome::kOk;
  };
  problem.y = [](double t) { return std::vector(2, std::exp(std::sin(t))); };
  problem.yp = [](double t) { return std::vector(2, std::exp(std::sin(t)) * std::cos(t)); };
  return problem;
}

// Prothero & Robinson, y' = -stiffness (y - cos t) - sin t: y = cos t.
ExactProblem StiffExact(double stiffness = 1e6) {
  ExactProblem problem;
  problem.dae.size = 1;
  problem.dae.residual = [stiffness](double t, auto y, auto yp, auto r) {
    r[0] = yp[0] + stiffness * (y[0] - std::cos(t)) + std::sin(t);
    return EvalOutcome::kOk;
  };
  problem.y = [](double t) { return std::vector{std::cos(t)}; };
  problem.yp = [](double t) { return std::vector{-std::sin(t)}; };
  return problem;
}

// A point on a circle, q = (cos a, sin a) with a = t + t^2/4: q' = v, v' = (-q2, q1)/2 - u q, 0 = q q - 1:
// index 3 with u = a'^2.
ExactProblem IndexThree() {
  ExactProblem problem;
  problem.dae.size = 5;
  problem.dae.is_differential = {1, 1, 1, 1, 0};
  problem.dae.index = {1, 1, 2, 2, 3};
  problem.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[2];
    r[1] = yp[1] - y[3];
    r[2] = yp[2] + y[1] / 2 + y[4] * y[0];
    r[3] = yp[3] - y[0] / 2 + y[4] * y[1];
    r[4] = y[0] * y[0] + y[1] * y[1] - 1;
    return EvalOutcome::kOk;
  };
  problem.y = [](double t) {
    const double a = t + t * t / 4, w = 1 + t / 2;
    return std::vector{std::cos(a), std::sin(a), -w * std::sin(a), w * std::cos(a), w * w};
  };
  problem.yp = [](double t) {
    const double a = t + t * t / 4, w = 1 + t / 2;
    const double c = std::cos(a), s = std::sin(a);
    return std::vector{-w * s, w * c, -s / 2 - w * w * c, c / 2 - w * w * s, w};
  };
  return problem;
}

TEST(ImplicitRungeKuttaOrder, OnIndexOneStiffAccuracyKeepsItForAllUnknowns) {
  for (const auto& [method, order] : {std::pair("radau3", 3), {"radau5", 5}, {"lobatto4", 4}}) {
    for (const std::size_t unknown : {0, 1}) {
      EXPECT_NEAR(OrderOf(method, IndexOne(), unknown, 1, 10), order, 0.2) << method << unknown;
    }
  }
}

// What a method has for y and for the unknowns of index 2 and 3.
struct Reduced {
  const char* method;
  double y, z, u;
};

TEST(ImplicitRungeKuttaOrder, OnIndexTwoItIsReducedForTheAlgebraicUnknown) {
  // [HLR89] table 2.3, [HW96] table VII.4.1: Radau IIA 2s-1 and s, Lobatto IIIC 2s-2 and s-1.
  for (const Reduced& theory : {Reduced{"radau3", 3, 2, 0}, {"radau5", 5, 3, 0}, {"lobatto4", 4, 2, 0}}) {
    EXPECT_NEAR(OrderOf(theory.method, IndexTwo(), 0, 1, 10), theory.y, 0.2) << theory.method;
    EXPECT_NEAR(OrderOf(theory.method, IndexTwo(), 2, 1, 20), theory.z, 0.2) << theory.method;
  }
}

TEST(ImplicitRungeKuttaOrder, OnIndexThreeItIsReducedOnceMore) {
  // [HLR89] sec. 6, [Jay95]: Radau IIA 2s-1 for positions, s for velocities, s-1 for multipliers; Lobatto
  // IIIC 2s-2, s-1, s-2.
  for (const Reduced& theory : {Reduced{"radau3", 3, 2, 1}, {"radau5", 5, 3, 2}, {"lobatto4", 4, 2, 1}}) {
    EXPECT_NEAR(OrderOf(theory.method, IndexThree(), 0, 1, 10), theory.y, 0.2) << theory.method;
    EXPECT_NEAR(OrderOf(theory.method, IndexThree(), 2, 1, 20), theory.z, 0.2) << theory.method;
    EXPECT_NEAR(OrderOf(theory.method, IndexThree(), 4, 1, 20), theory.u, 0.2) << theory.method;
  }
}

TEST(ImplicitRungeKuttaOrder, OnAVeryStiffEquationItIsTheStageOrder) {
  // [HW96] table IV.15.1, h^(s+1)/z for Radau IIA and h^s/z for Lobatto IIIC with z = 1e6 h.
  EXPECT_NEAR(OrderOf("radau3", StiffExact(), 0, 1, 10), 2, 0.1);
  EXPECT_NEAR(OrderOf("radau5", StiffExact(), 0, 1, 10), 3, 0.1);
  EXPECT_NEAR(OrderOf("lobatto4", StiffExact(), 0, 1, 10), 2, 0.1);
}

// The stages of a step on y' = y from y, with z = h.
struct LinearStep {
  LinearStep(const StageTableau& tableau, double h, double y) {
    const int s = tableau.stages;
    const Matrix inverse = Unpack(tableau, tableau.a_inverse);
    const Eigen::VectorXd increments =
        (inverse - h * Matrix::Identity(s, s)).partialPivLu().solve(h * y * Eigen::VectorXd::Ones(s));
    const Eigen::VectorXd slopes = inverse * increments / h;
    z.assign(increments.begin(), increments.end());
    k.assign(slopes.begin(), slopes.end());
  }
  std::vector<double> z, k;
};

double TwoStepErrorOfExponential(const theory::TwoStepFormula& formula, double h) {
  const StageTableau tableau = TransformStages(formula.method);
  const LinearStep first(tableau, h, 1);
  const LinearStep second(tableau, h, 1 + first.z.back());
  double error = 0;
  SubtractTwoStepFormula(formula, h, {first.z, first.k}, {second.z, second.k}, {&error, 1});
  return error;
}

TEST(TwoStepError, HasTheOrderOfTheLocalError) {
  // Cellier & Kofman (8.105), (8.108), (8.110), all of the order of their method.
  for (const auto& [formula, h] : {std::pair(theory::BlendedRadau3Formula(), 0.02),
                                   {theory::BlendedRadau5Formula(), 0.2},
                                   {theory::BlendedLobatto4Formula(), 0.05}}) {
    const double order =
        std::log2(TwoStepErrorOfExponential(formula, h) / TwoStepErrorOfExponential(formula, h / 2));
    EXPECT_NEAR(order, formula.order + 1, 0.25) << formula.name;
  }
}

TEST(TwoStepError, OfRadau3IsTheDifferenceOfTheTwoErrorCoefficients) {
  // (8.106) has 149/156 of the term 16 z^4/24 over two steps; radau3, with 1/36 of z^4 instead of 1/24 in
  // each step, is at 16/24 - 2/72.
  const double h = 1e-2;
  const double expected = 149.0 / 156 * 16 / 24 - (16.0 / 24 - 2.0 / 72);
  EXPECT_NEAR(TwoStepErrorOfExponential(theory::BlendedRadau3Formula(), h) / std::pow(h, 4), expected, 2e-3);
}

TEST(ImplicitRungeKutta, ErrorsGoWithTheToleranceByBothEstimates) {
  for (const char* method : {"radau3", "radau5", "lobatto4"}) {
    for (const ErrorEstimate estimate : {ErrorEstimate::kFiltered, ErrorEstimate::kEmbedded}) {
      const auto problem = problems::MakeIvpProblem("vdpol");
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        auto integrator = MakeIntegrator(method, problem->dae, problems::TolerancesFor(*problem, tolerance),
                                         {.error_estimate = estimate});
        ASSERT_TRUE(integrator) << integrator.error();
        const problems::ProblemRun run = problems::RunProblem(*problem, **integrator);
        ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << method << run.outcome.reason;
        if (problem->reference.empty()) continue;
        const double asked = -std::log10(tolerance);
        EXPECT_GT(problems::CorrectDigits(*problem, run.y), asked - 2) << method << tolerance;
        EXPECT_LT(problems::CorrectDigits(*problem, run.y), asked + 2.5) << method << tolerance;
      }
    }
  }
}

TEST(ImplicitRungeKutta, TwoStepEstimatesKeepPairsOfStepsEqual) {
  const TestProblem test = Oscillator();
  auto integrator = MakeRadau5(test.dae, {1e-6, {1e-6}}, {.error_estimate = ErrorEstimate::kEmbedded});
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  int changes = 0, steps = 0;
  double before = 0;
  while ((*integrator)->Step(30).status == StepStatus::kStepped && (*integrator)->time() < 20) {
    const double h = (*integrator)->statistics().last_step;
    changes += std::abs(h - before) > 1e-9 * h;
    before = h;
    ++steps;
  }
  EXPECT_GT(steps, 10);
  EXPECT_LE(2 * changes, steps + 1);
}

TEST(ImplicitRungeKutta, AStepCostsOneFactorizationForEachEigenvalueAndALinearProblemOnlyThat) {
  // Radau IIA with 2 stages has one pair, with 3 a real one and a pair; so has Lobatto IIIC.
  for (const auto& [method, factorizations] : {std::pair("radau3", 1), {"radau5", 2}, {"lobatto4", 2}}) {
    for (const linear::LinearSolverKind kind :
         {linear::LinearSolverKind::kDense, linear::LinearSolverKind::kSparse}) {
      const TestProblem test = Heat(20, true);
      auto integrator =
          MakeIntegrator(method, test.dae, {1e-6, {1e-6}}, {.fixed_step = 0.01, .linear_solver = kind});
      ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
      ASSERT_EQ(StepTo(**integrator, 0.2).status, StepStatus::kReachedLimit);
      const Statistics& statistics = (*integrator)->statistics();
      EXPECT_EQ(statistics.steps, 20);
      EXPECT_EQ(statistics.jacobian_evaluations, 1);
      EXPECT_EQ(statistics.factorizations, factorizations) << method;
    }
  }
}

TEST(ImplicitRungeKutta, DenseAndSparseSolversGiveTheSameSolution) {
  const auto problem = problems::MakeIvpProblem("pollu");
  std::vector<double> answers[2];
  for (const int sparse : {0, 1}) {
    const auto kind = sparse ? linear::LinearSolverKind::kSparse : linear::LinearSolverKind::kDense;
    auto integrator =
        MakeRadau(problem->dae, problems::TolerancesFor(*problem, 1e-8), {.linear_solver = kind});
    const problems::ProblemRun run = problems::RunProblem(*problem, **integrator);
    ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit);
    answers[sparse] = run.y;
  }
  for (std::size_t i = 0; i < answers[0].size(); ++i) {
    EXPECT_NEAR(answers[0][i], answers[1][i], 1e-8 * std::abs(answers[0][i]) + 1e-18);
  }
}

TEST(ImplicitRungeKutta, RadauRaisesItsOrderWhereAccuracyIsAskedAndKeepsToItsMaximum) {
  const auto problem = problems::MakeIvpProblem("robertson");
  const auto run = [&](double tolerance, int max_order) {
    auto integrator =
        MakeRadau(problem->dae, problems::TolerancesFor(*problem, tolerance), {.max_order = max_order});
    EXPECT_TRUE(integrator) << integrator.error();
    return problems::RunProblem(*problem, **integrator).statistics;
  };
  const Statistics tight = run(1e-10, 0);
  const Statistics limited = run(1e-10, 5);
  EXPECT_EQ(tight.last_order, 13);
  EXPECT_EQ(limited.last_order, 5);
  EXPECT_EQ(run(1e-10, 9).last_order, 9);
  EXPECT_LT(4 * tight.steps, limited.steps);
  EXPECT_LT(tight.residual_evaluations, limited.residual_evaluations);
  EXPECT_FALSE(MakeRadau(problem->dae, {1e-6, {1e-6}}, {.max_order = 14}));
}

// What RADAU5 needed in `../shared/data/ivp-testset/peers.csv`, the differences for its Jacobians (their
// number times the unknowns) left out, and the digits that it had.
struct PeerFigures {
  const char* problem;
  double tolerance;
  double evaluations, digits;
};

// Digits of a single run are a matter of luck, so the geometric mean is looked at.
TEST(ImplicitRungeKutta, Radau5NeedsNoMoreEvaluationsThanItsPeerForAsManyDigits) {
  double log_ratio = 0;
  for (const PeerFigures& peer : {PeerFigures{"hires", 1e-8, 3133 - 134 * 8, 7.42},
                                  {"vdpol", 1e-8, 9312 - 475 * 2, 8.77},
                                  {"robertson", 1e-8, 8756 - 548 * 3, 5.94},
                                  {"transamp", 1e-6, 21279 - 1073 * 8, 6.26},
                                  {"pollu", 1e-8, 3876 - 120 * 20, 7.84}}) {
    const auto problem = problems::MakeIvpProblem(peer.problem);
    if (problem->reference.empty()) GTEST_SKIP() << "the data folder is missing";
    auto integrator = MakeRadau5(problem->dae, problems::TolerancesFor(*problem, peer.tolerance));
    const problems::ProblemRun run = problems::RunProblem(*problem, **integrator);
    ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << peer.problem;
    // Of order 5: a digit more costs a factor 10^(1/5).
    const double ahead = problems::CorrectDigits(*problem, run.y) - peer.digits;
    const auto evaluations = static_cast<double>(run.statistics.residual_evaluations);
    log_ratio += std::log(evaluations / peer.evaluations) - ahead / 5 * std::log(10.0);
  }
  EXPECT_LT(std::exp(log_ratio / 5), 0.9);
}

TEST(ImplicitRungeKutta, ErrorsOfStiffComponentsAreSeen) {
  // The error test is one of the estimated error's own order, (2) of stage_error.h; it takes the errors at
  // the ends of steps to be of a higher one, which those of stiff components are not.
  const ExactProblem stiff = StiffExact(1000);
  // Errors in tolerances at 1e-4, 1e-6, 1e-8. Reached: 1.9, 11, 66; 2.6, 15, 77; 2.7, 28, 201.
  struct Bound {
    const char* method;
    std::array<double, 3> factors;
  };
  for (const Bound& bound :
       {Bound{"radau3", {4, 25, 150}}, {"radau5", {5, 30, 160}}, {"lobatto4", {5, 30, 300}}}) {
    const char* method = bound.method;
    for (std::size_t i = 0; i < 3; ++i) {
      const double tolerance = std::array{1e-4, 1e-6, 1e-8}[i], factor = bound.factors[i];
      auto integrator = MakeIntegrator(method, stiff.dae, {tolerance, {tolerance}});
      ASSERT_TRUE((*integrator)->Initialize(0, stiff.y(0), stiff.yp(0)).ok());
      double worst = 0;
      StepOutcome outcome{.status = StepStatus::kStepped};
      while (outcome.status == StepStatus::kStepped) {
        outcome = (*integrator)->Step(10);
        worst = std::max(worst, std::abs((*integrator)->y()[0] - stiff.y((*integrator)->time())[0]));
      }
      EXPECT_EQ(outcome.status, StepStatus::kReachedLimit);
      EXPECT_LT(worst, factor * tolerance) << method;
    }
  }
}

// The largest errors of all unknowns inside of fixed steps.
std::vector<double> DenseErrors(const StageTableau& tableau, const ExactProblem& problem, double h,
                                bool sharpened = false) {
  FullyImplicit method(problem.dae, {1e-12, {1e-12}}, {.fixed_step = h}, {tableau}, std::nullopt);
  std::vector<double> y = problem.y(0), yp = problem.yp(0), errors(y.size());
  EXPECT_TRUE(method.Initialize(0, y, yp).ok());
  StepOutcome outcome{.status = StepStatus::kStepped};
  while (outcome.status == StepStatus::kStepped) {
    outcome = method.Step(1);
    for (const double part : {0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9}) {
      const double t = method.previous_time() + part * (method.time() - method.previous_time());
      EXPECT_TRUE(!sharpened || method.Sharpen(t));
      method.Interpolate(t, y, yp);
      const std::vector<double> exact = problem.y(t);
      for (std::size_t i = 0; i < y.size(); ++i) errors[i] = std::max(errors[i], std::abs(y[i] - exact[i]));
    }
  }
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit) << outcome.reason;
  return errors;
}

TEST(ImplicitRungeKutta, DenseOutputIsNowhereWorseThanTheCollocationPolynomial) {
  for (const int stages : {2, 3, 5, 7}) {
    const StageTableau tableau = TransformStages(theory::RadauIIATableau(stages));
    StageTableau collocation = tableau;
    collocation.bump = {};
    for (const ExactProblem& problem : {VariableMass(), IndexOne(), IndexTwo(), IndexThree(), StiffExact()}) {
      for (const double h : {0.1, 0.05}) {
        const std::vector<double> ours = DenseErrors(tableau, problem, h);
        const std::vector<double> theirs = DenseErrors(collocation, problem, h);
        for (std::size_t i = 0; i < ours.size(); ++i) {
          EXPECT_LT(ours[i], 1.3 * theirs[i] + 1e-12) << stages << " stages, h = " << h << ", unknown " << i;
        }
      }
    }
    const double gain =
        DenseErrors(collocation, IndexOne(), 0.1)[0] / DenseErrors(tableau, IndexOne(), 0.1)[0];
    EXPECT_GT(gain, stages < 7 ? 5 : 1) << stages << " stages: where nothing is stiff it is much better";
  }
}

TEST(ImplicitRungeKuttaOrder, WhereDenseOutputIsSharpenedItIsThatOfTheStepsOnIndexTwoAndThreeToo) {
  const StageTableau tableau = TransformStages(theory::RadauIIATableau(3));
  const auto order = [&](const ExactProblem& problem, std::size_t unknown) {
    return std::log2(DenseErrors(tableau, problem, 0.1, true)[unknown] /
                     DenseErrors(tableau, problem, 0.05, true)[unknown]);
  };
  EXPECT_GT(order(IndexTwo(), 0), 4.7);
  EXPECT_GT(order(IndexTwo(), 2), 2.7);
  EXPECT_GT(order(IndexThree(), 0), 4.7);
  EXPECT_GT(order(IndexThree(), 2), 2.7);
  EXPECT_GT(order(IndexThree(), 4), 1.7);
}

TEST(ImplicitRungeKutta, DenseOutputIsThatOfTheCollocationPolynomial) {
  // A polynomial solution of degree s, y = t^s, is reproduced inside the step; s = 3 for radau5.
  DaeProblem problem;
  problem.size = 1;
  problem.residual = [](double t, auto, auto yp, auto r) {
    r[0] = yp[0] - 3 * t * t;
    return EvalOutcome::kOk;
  };
  auto integrator = MakeRadau5(problem, {1e-10, {1e-10}}, {.fixed_step = 1});
  const double zero = 0;
  ASSERT_TRUE((*integrator)->Initialize(0, {&zero, 1}, {&zero, 1}).ok());
  ASSERT_EQ((*integrator)->Step(1).status, StepStatus::kReachedLimit);
  for (const double t : {0.1, 0.5, 0.9}) {
    double y, yp;
    ASSERT_TRUE((*integrator)->Interpolate(t, {&y, 1}, {&yp, 1}));
    EXPECT_NEAR(y, t * t * t, 1e-13);
    EXPECT_NEAR(yp, 3 * t * t, 1e-13);
  }
}

TEST(NewtonMonitor, StopsWhenWhatIsLeftIsBelowTheTolerance) {
  NewtonMonitor monitor(true);
  monitor.Begin(0.01, 7, 1);
  EXPECT_EQ(monitor.Note(1), NewtonMonitor::Verdict::kContinue);
  EXPECT_EQ(monitor.Note(0.1), NewtonMonitor::Verdict::kContinue);  // eta = 1/9
  EXPECT_EQ(monitor.Note(0.01), NewtonMonitor::Verdict::kConverged);
  EXPECT_NEAR(monitor.rate(), 0.1, 1e-15);
  monitor.Begin(0.01, 7, 1);
  EXPECT_EQ(monitor.Note(0.05), NewtonMonitor::Verdict::kConverged)
      << "eta^0.8 = 0.17 of the last step serves";
  monitor.Begin(0.01, 7, 4);
  EXPECT_EQ(monitor.Note(0.03), NewtonMonitor::Verdict::kContinue) << "but not in a step four times as long";
}

TEST(NewtonMonitor, AnOldRateIsNotTrustedWithMoreThanTheTolerance) {
  NewtonMonitor monitor(true);
  monitor.Begin(0.01, 7, 1);
  monitor.Note(1);
  ASSERT_EQ(monitor.Note(1e-12), NewtonMonitor::Verdict::kConverged);
  monitor.Begin(0.01, 7, 1);
  EXPECT_EQ(monitor.Note(1.1), NewtonMonitor::Verdict::kContinue);
  ASSERT_EQ(monitor.Note(1e-12), NewtonMonitor::Verdict::kConverged);
  monitor.Begin(0.01, 7, 1);
  EXPECT_EQ(monitor.Note(0.9), NewtonMonitor::Verdict::kConverged);
}

// With products of y' in F the first increment of y says nothing about how wrong the guess of y' was.
TEST(NewtonMonitor, WithoutAConstantMassTheFirstRatioAloneGivesNothingUp) {
  NewtonMonitor monitor(false);
  monitor.Begin(1e-6, 8, 1);
  EXPECT_EQ(monitor.Note(1), NewtonMonitor::Verdict::kContinue);
  EXPECT_EQ(monitor.Note(1.1), NewtonMonitor::Verdict::kContinue);
  EXPECT_EQ(monitor.Note(1e-2), NewtonMonitor::Verdict::kContinue);
  EXPECT_EQ(monitor.Note(1e-8), NewtonMonitor::Verdict::kConverged);
  monitor.Begin(1e-6, 8, 1);
  monitor.Note(1);
  monitor.Note(1.1);
  EXPECT_EQ(monitor.Note(1.2), NewtonMonitor::Verdict::kDiverged) << "the second ratio does";
  monitor.Begin(1e-6, 8, 1);
  monitor.Note(1);
  EXPECT_EQ(monitor.Note(20), NewtonMonitor::Verdict::kDiverged) << "and an explosion";
}

TEST(NewtonMonitor, GivesUpAsSoonAsTheLastIterationWillNotDo) {
  NewtonMonitor monitor(true);
  monitor.Begin(1e-6, 4, 1);
  EXPECT_EQ(monitor.Note(1), NewtonMonitor::Verdict::kContinue);
  EXPECT_EQ(monitor.Note(0.5), NewtonMonitor::Verdict::kDiverged);
  EXPECT_LT(monitor.step_ratio(), 1);
  monitor.Begin(1, 4, 1);
  EXPECT_EQ(monitor.Note(1e-9), NewtonMonitor::Verdict::kContinue)
      << "after a divergence one increment says nothing";
  EXPECT_EQ(monitor.Note(2e-9), NewtonMonitor::Verdict::kDiverged);
  EXPECT_EQ(monitor.Note(std::nan("")), NewtonMonitor::Verdict::kDiverged);
}

TEST(OrderControl, RisesOnFastConvergenceAndFallsOnNone) {
  OrderControl order(3);
  order.Reset();
  for (int step = 0; step < 9; ++step) order.NoteSuccess(0, 1);
  EXPECT_EQ(order.level(), 0u);
  order.NoteSuccess(0, 1);
  EXPECT_EQ(order.level(), 1u);
  for (int step = 0; step < 30; ++step) order.NoteSuccess(0.1, 1);
  EXPECT_EQ(order.level(), 1u) << "that is neither fast nor slow";
  order.NoteSuccess(0, 2);
  EXPECT_EQ(order.level(), 1u) << "while the step grows nothing is known";
  order.NoteSuccess(0, 1);
  EXPECT_EQ(order.level(), 2u);
  order.NoteDivergence();
  order.NoteSuccess(0.9, 1);
  order.NoteSuccess(0.9, 1);
  EXPECT_EQ(order.level(), 0u);
}

}  // namespace
}  // namespace daedalus::integrate

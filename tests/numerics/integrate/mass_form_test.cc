#include "daedalus/numerics/integrate/mass_form.h"

#include <gtest/gtest.h>

#include <vector>

namespace daedalus::integrate {
namespace {

// 2 y1' = -y1 + y2, 0 = y1 + y2.
MassProblem Singular() {
  MassProblem problem;
  problem.size = 2;
  problem.f = [](double, auto y, auto f) {
    f[0] = -y[0] + y[1];
    f[1] = y[0] + y[1];
    return EvalOutcome::kOk;
  };
  problem.jacobian = [](double, auto, auto values) {
    const double columns[] = {-1, 1, 1, 1};
    std::copy(std::begin(columns), std::end(columns), values.begin());
    return EvalOutcome::kOk;
  };
  const linear::Entry corner[] = {{0, 0}};
  problem.mass_pattern = linear::PatternFromEntries(2, 2, corner);
  problem.mass = {2};
  return problem;
}

TEST(MassForm, BecomesAResidualWithBothPartsOfTheJacobian) {
  const auto dae = FromMassForm(Singular());
  ASSERT_TRUE(dae) << dae.error();
  EXPECT_TRUE(dae->constant_mass);
  EXPECT_EQ(dae->is_differential, (std::vector<char>{1, 0}));
  const double y[] = {3, 4}, yp[] = {5, 6};
  std::vector<double> r(2), dy(4), dyp(4);
  ASSERT_EQ(dae->residual(0, y, yp, r), EvalOutcome::kOk);
  EXPECT_EQ(r, (std::vector<double>{10 - 1, -7}));
  ASSERT_EQ(dae->jacobian(0, y, yp, dy, dyp), EvalOutcome::kOk);
  EXPECT_EQ(dy, (std::vector<double>{1, -1, -1, -1}));
  EXPECT_EQ(dyp, (std::vector<double>{2, 0, 0, 0}));
}

TEST(MassForm, WithoutAMatrixIsAnExplicitEquation) {
  MassProblem problem = Singular();
  problem.mass_pattern = {};
  problem.mass = {};
  const auto dae = FromMassForm(problem);
  ASSERT_TRUE(dae);
  EXPECT_EQ(dae->is_differential, (std::vector<char>{1, 1}));
  const double y[] = {0, 0}, yp[] = {5, 6};
  std::vector<double> r(2);
  dae->residual(0, y, yp, r);
  EXPECT_EQ(r, (std::vector<double>{5, 6}));
}

TEST(MassForm, SaysWhatDoesNotFit) {
  MassProblem problem = Singular();
  problem.mass = {1, 2};
  EXPECT_EQ(FromMassForm(problem).error(), "2 values for 1 entries of the mass matrix");
  problem = Singular();
  problem.size = 3;
  EXPECT_EQ(FromMassForm(problem).error(), "a pattern does not have 3 rows and columns");
  problem = Singular();
  problem.f = nullptr;
  EXPECT_EQ(FromMassForm(problem).error(), "the problem has no right-hand side");
}

}  // namespace
}  // namespace daedalus::integrate

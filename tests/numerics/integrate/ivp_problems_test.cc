// The test problems themselves: Jacobians against differences, starts against the equations, time derivatives
// against differences, patterns against what the Jacobian fills.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "daedalus/numerics/linear/sparse_pattern.h"
#include "problems/ivp_problem.h"

namespace daedalus::problems {
namespace {

using Vector = std::vector<double>;

class IvpProblems : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    auto made = MakeIvpProblem(GetParam());
    ASSERT_TRUE(made);
    problem_ = *std::move(made);
    n_ = problem_.dae.size;
    if (problem_.make_consistent) problem_.make_consistent(0, problem_.y0, problem_.yp0);
    if (problem_.dae.pattern.cols == 0) problem_.dae.pattern = linear::DensePattern(n_, n_);
  }

  Vector Residual(double t, const Vector& y, const Vector& yp) const {
    Vector r(n_, std::nan(""));
    EXPECT_EQ(problem_.dae.residual(t, y, yp, r), EvalOutcome::kOk);
    return r;
  }

  // Sizes of the terms of each row, which is what its roundoff is measured by.
  Vector RowScale(double t, const Vector& y, const Vector& yp) const {
    Vector dy, dyp;
    Jacobian(t, y, yp, dy, dyp);
    Vector scale(n_, 0);
    ForEachEntry([&](std::int32_t i, std::int32_t j, std::int32_t k) {
      scale[i] = std::max({scale[i], std::abs(dy[k] * y[j]), std::abs(dyp[k] * yp[j])});
    });
    return scale;
  }

  void Jacobian(double t, const Vector& y, const Vector& yp, Vector& dy, Vector& dyp) const {
    dy.assign(problem_.dae.pattern.num_nonzeros(), std::nan(""));
    dyp = dy;
    EXPECT_EQ(problem_.dae.jacobian(t, y, yp, dy, dyp), EvalOutcome::kOk);
  }

  template <class Visit>
  void ForEachEntry(Visit visit) const {
    const linear::SparsePattern& pattern = problem_.dae.pattern;
    for (std::int32_t j = 0; j < n_; ++j) {
      for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k)
        visit(pattern.row_indices[k], j, k);
    }
  }

  // A point near the start where no coordinate is special, inside the domain.
  Vector Moved(const Vector& from, double relative) const {
    Vector to = from;
    for (std::int32_t i = 0; i < n_; ++i) {
      const double scale =
          problem_.absolute_scale.size() == 1 ? problem_.absolute_scale[0] : problem_.absolute_scale[i];
      to[i] += relative * (std::abs(from[i]) + scale) * (1 + 0.5 * std::sin(3.0 * i));
    }
    return to;
  }

  void ExpectColumnsOfDifferences(double t, const Vector& y, const Vector& yp);

  IvpProblem problem_;
  std::int32_t n_ = 0;
};

// Compares the exact parts with central differences, entry by entry, relative to the largest entry of the row
// in units of the unknowns; entries outside of the pattern must be zero.
void IvpProblems::ExpectColumnsOfDifferences(double t, const Vector& y, const Vector& yp) {
  Vector dy, dyp;
  Jacobian(t, y, yp, dy, dyp);
  for (const bool by_yp : {false, true}) {
    const Vector& exact = by_yp ? dyp : dy;
    const Vector& at = by_yp ? yp : y;
    std::vector<Vector> difference(n_, Vector(n_));
    Vector step(n_);
    for (std::int32_t j = 0; j < n_; ++j) {
      const double scale =
          problem_.absolute_scale.size() == 1 ? problem_.absolute_scale[0] : problem_.absolute_scale[j];
      step[j] = 1e-6 * std::max(std::abs(at[j]), scale);
      Vector low = at, high = at;
      low[j] -= step[j];
      high[j] += step[j];
      const double width = high[j] - low[j];
      const Vector r_low = by_yp ? Residual(t, y, low) : Residual(t, low, yp);
      const Vector r_high = by_yp ? Residual(t, y, high) : Residual(t, high, yp);
      for (std::int32_t i = 0; i < n_; ++i) difference[j][i] = (r_high[i] - r_low[i]) / width;
    }
    const Vector row_scale = RowScale(t, y, yp);
    Vector size = row_scale;
    ForEachEntry([&](std::int32_t i, std::int32_t j, std::int32_t k) {
      size[i] = std::max(size[i], std::abs(exact[k]) * step[j] * 1e6);
    });
    ForEachEntry([&](std::int32_t i, std::int32_t j, std::int32_t k) {
      EXPECT_NEAR(exact[k], difference[j][i], 1e-6 * std::abs(exact[k]) + 1e-9 * size[i] / step[j])
          << (by_yp ? "dF/dy' " : "dF/dy ") << i << ' ' << j;
      difference[j][i] = 0;
    });
    for (std::int32_t j = 0; j < n_; ++j) {
      for (std::int32_t i = 0; i < n_; ++i)
        EXPECT_EQ(difference[j][i], 0) << "outside of the pattern: " << i << ' ' << j;
    }
  }
}

TEST_P(IvpProblems, StartsConsistently) {
  ASSERT_EQ(problem_.y0.size(), static_cast<std::size_t>(n_));
  ASSERT_EQ(problem_.yp0.size(), static_cast<std::size_t>(n_));
  const Vector r = Residual(0, problem_.y0, problem_.yp0);
  const Vector scale = RowScale(0, problem_.y0, problem_.yp0);
  for (std::int32_t i = 0; i < n_; ++i) EXPECT_NEAR(r[i], 0, 1e-8 * scale[i] + 1e-16) << "row " << i;
}

TEST_P(IvpProblems, JacobianIsThatOfDifferences) {
  const Vector y = Moved(problem_.y0, 0.01);
  const Vector yp = Moved(problem_.yp0, 0.01);
  ExpectColumnsOfDifferences(0.37 * problem_.t_end, y, yp);
}

TEST_P(IvpProblems, TimeDerivativeIsThatOfDifferences) {
  const Vector y = Moved(problem_.y0, 0.01);
  const double t = 0.3701 * problem_.t_end;
  const double step = 1e-7 * problem_.t_end;
  Vector exact(n_, std::nan(""));
  ASSERT_EQ(problem_.dae.time_derivative(t, y, problem_.yp0, exact), EvalOutcome::kOk);
  const Vector low = Residual(t - step, y, problem_.yp0);
  const Vector high = Residual(t + step, y, problem_.yp0);
  const Vector scale = RowScale(t, y, problem_.yp0);
  for (std::int32_t i = 0; i < n_; ++i) {
    EXPECT_NEAR(exact[i], (high[i] - low[i]) / (2 * step),
                1e-5 * std::abs(exact[i]) + 1e-8 * scale[i] / problem_.t_end * 1e2)
        << "row " << i;
  }
}

TEST_P(IvpProblems, AConstantMassIsConstant) {
  if (!problem_.dae.constant_mass) GTEST_SKIP() << "dF/dy' is not constant";
  Vector dy, mass, elsewhere;
  Jacobian(0, problem_.y0, problem_.yp0, dy, mass);
  Jacobian(0.37 * problem_.t_end, Moved(problem_.y0, 0.01), problem_.yp0, dy, elsewhere);
  EXPECT_EQ(mass, elsewhere);
}

TEST_P(IvpProblems, DerivativesOccurExactlyWhereItIsSaid) {
  Vector dy, dyp;
  Jacobian(0, Moved(problem_.y0, 0.01), Moved(problem_.yp0, 0.01), dy, dyp);
  std::vector<char> occurs(n_, 0);
  ForEachEntry([&](std::int32_t, std::int32_t j, std::int32_t k) { occurs[j] |= dyp[k] != 0; });
  const auto& said = problem_.dae.is_differential;
  EXPECT_EQ(said.empty() ? std::vector<char>(n_, 1) : said, occurs);
}

TEST_P(IvpProblems, TheReferenceHasAValueForEveryUnknown) {
  if (GetParam() == "rc_ladder") GTEST_SKIP() << "nobody has computed one";
  EXPECT_EQ(problem_.reference.size(), static_cast<std::size_t>(n_));
  EXPECT_EQ(CorrectDigits(problem_, problem_.reference), 16);
}

INSTANTIATE_TEST_SUITE_P(All, IvpProblems, testing::ValuesIn(IvpProblemNames()),
                         [](const auto& instance) { return std::string(instance.param); });

INSTANTIATE_TEST_SUITE_P(HeldOut, IvpProblems, testing::ValuesIn(HeldOutProblemNames()),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace daedalus::problems

// Rows of derivative arrays against closed forms, their Jacobian against differences.
#include "daedalus/programs/array/derivative_array.h"

#include <gtest/gtest.h>

#include "programs/array/array_models.h"

namespace daedalus::array {
namespace {

// 0 = x y - sin t: the second derivative is x'' y + 2 x' y' + x y'' + sin t (Leibniz).
TEST(DerivativeArray, RowsAreTotalDerivatives) {
  Model m("Product");
  const Expr x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x * y == sin(m.Time()));
  m.Equation(der(y) == -y);
  DerivativeArray array(std::move(m).Build().value(), 2);
  ASSERT_EQ(array.num_rows(), 6u);
  ASSERT_EQ(array.num_unknowns(), 8u);
  const std::vector<double> u = {2, 3, 5, 7, 11, 13, 17, 19};  // x, y, x', y', x'', y'', x''', y'''
  std::vector<double> r(6);
  const double t = 0.3;
  ASSERT_TRUE(array.Residual({t}, u, r));
  const std::vector<double> expected = {
      6 - std::sin(t), 7 + 3, 5 * 3 + 2 * 7 - std::cos(t), 13 + 7, 11 * 3 + 2 * 5 * 7 + 2 * 13 + std::sin(t),
      19 + 13};
  for (std::size_t i = 0; i < r.size(); ++i) EXPECT_NEAR(r[i], expected[i], 1e-13) << "row " << i;
}

TEST(DerivativeArray, TheJacobianIsThatOfTheRows) {
  DerivativeArray array(CartesianPendulum(), 3);
  std::vector<double> u(array.num_unknowns());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = std::sin(1.0 + 2.0 * static_cast<double>(i));
  const linear::SparsePattern& pattern = array.pattern();
  std::vector<double> values(static_cast<std::size_t>(pattern.num_nonzeros()));
  ASSERT_TRUE(array.Jacobian({}, u, values));
  EXPECT_LT(pattern.num_nonzeros(), pattern.rows * pattern.cols / 4) << "it is sparse";
  std::vector<double> up(array.num_rows()), down(array.num_rows());
  const double delta = 1e-6;
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    const auto column = static_cast<std::size_t>(j);
    const double value = u[column];
    u[column] = value + delta;
    array.Residual({}, u, up);
    u[column] = value - delta;
    array.Residual({}, u, down);
    u[column] = value;
    std::vector<double> exact(array.num_rows(), 0.0);
    for (auto k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k)
      exact[static_cast<std::size_t>(pattern.row_indices[k])] = values[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < exact.size(); ++i)
      EXPECT_NEAR((up[i] - down[i]) / (2 * delta), exact[i], 1e-7) << "row " << i << ", column " << j;
  }
}

TEST(DerivativeArray, AValueThatIsNotFiniteIsTold) {
  Model m("Root");
  const Expr x = m.Variable("x");
  m.Equation(der(x) == log(x));
  DerivativeArray array(std::move(m).Build().value(), 1);
  std::vector<double> r(2);
  EXPECT_FALSE(array.Residual({}, std::vector<double>{-1, 0, 0}, r));
  EXPECT_TRUE(array.Residual({}, std::vector<double>{1, 0, 0}, r));
}

}  // namespace
}  // namespace daedalus::array

#include "daedalus/system/native/fourier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace daedalus::native {
namespace {

using Complex = std::complex<double>;

// By its definition.
Complex Term(const std::vector<double>& u, std::size_t k) {
  Complex sum = 0;
  for (std::size_t j = 0; j < u.size(); ++j) {
    const double angle =
        -2 * std::numbers::pi * static_cast<double>(j * k % u.size()) / static_cast<double>(u.size());
    sum += u[j] * Complex(std::cos(angle), std::sin(angle));
  }
  return sum;
}

TEST(Fourier, IsTheSumOfItsDefinitionForAnyNumber) {
  for (const std::size_t n : {1, 2, 3, 4, 6, 7, 8, 12, 30, 49, 64, 97, 360}) {
    std::vector<double> u(n);
    for (std::size_t j = 0; j < n; ++j) u[j] = std::sin(1.0 + 0.7 * static_cast<double>(j * j));
    const auto x = FourierTransform(u);
    ASSERT_EQ(x.size(), n);
    for (std::size_t k = 0; k < n; ++k)
      EXPECT_LT(std::abs(x[k] - Term(u, k)), 1e-12 * static_cast<double>(n)) << n << " " << k;
  }
}

// 3 cos(2 pi 5 j / n) has n/2 * 3 at k = 5 and n - 5, and nothing elsewhere.
TEST(Fourier, FindsAFrequency) {
  const std::size_t n = 600;
  std::vector<double> u(n);
  for (std::size_t j = 0; j < n; ++j)
    u[j] = 3 * std::cos(2 * std::numbers::pi * 5 * static_cast<double>(j) / 600.0);
  const auto x = FourierTransform(u);
  for (std::size_t k = 0; k < n; ++k)
    EXPECT_NEAR(std::abs(x[k]), k == 5 || k == n - 5 ? 900.0 : 0.0, 1e-9) << k;
}

}  // namespace
}  // namespace daedalus::native

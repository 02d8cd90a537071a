#include "daedalus/system/native/fourier.h"

#include <cmath>
#include <numbers>

namespace daedalus::native {
namespace {

using Complex = std::complex<double>;

std::size_t SmallestFactor(std::size_t n) {
  for (std::size_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return p;
  }
  return n;
}

class Transform {
 public:
  explicit Transform(std::span<const double> u) : u_(u), roots_(u.size()) {
    for (std::size_t k = 0; k < roots_.size(); ++k) {
      const double angle =
          -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(roots_.size());
      roots_[k] = {std::cos(angle), std::sin(angle)};
    }
  }

  // Of u[first], u[first + stride], ..., as many as `out` has room for.
  void Run(std::size_t first, std::size_t stride, std::span<Complex> out) const {
    const std::size_t n = out.size();
    if (n == 1) {
      out[0] = u_[first];
      return;
    }
    const std::size_t p = SmallestFactor(n), m = n / p;
    for (std::size_t r = 0; r < p; ++r) Run(first + r * stride, stride * p, out.subspan(r * m, m));
    // X_(k + q m) = sum over r of w^(r (k + q m)) Y_(r, k), with w the n-th root of 1.
    std::vector<Complex> parts(p);
    for (std::size_t k = 0; k < m; ++k) {
      for (std::size_t r = 0; r < p; ++r) parts[r] = out[r * m + k];
      for (std::size_t q = 0; q < p; ++q) {
        Complex sum = parts[0];
        for (std::size_t r = 1; r < p; ++r) sum += roots_[r * (k + q * m) % n * stride] * parts[r];
        out[q * m + k] = sum;
      }
    }
  }

 private:
  std::span<const double> u_;
  std::vector<Complex> roots_;
};

}  // namespace

std::vector<std::complex<double>> FourierTransform(std::span<const double> u) {
  std::vector<Complex> out(u.size());
  if (!u.empty()) Transform(u).Run(0, 1, out);
  return out;
}

}  // namespace daedalus::native

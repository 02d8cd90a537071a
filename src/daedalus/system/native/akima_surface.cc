#include "daedalus/system/native/akima_surface.h"

#include <array>
#include <cmath>

namespace daedalus::native {
namespace {

// Two more lines on each side, as far apart as their mirror images; with a step of 1 where there is one line
// only.
std::vector<double> Extended(const std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<double> out(n + 4);
  for (std::size_t i = 0; i < n; ++i) out[i + 2] = x[i];
  const double first = n > 1 ? x[1] - x[0] : 1.0, second = n > 2 ? x[2] - x[1] : first;
  out[1] = x[0] - second;
  out[0] = n > 2 ? x[0] - first - second : x[0] - 2.0 * first;
  const double last = n > 1 ? x[n - 1] - x[n - 2] : 1.0, before = n > 2 ? x[n - 2] - x[n - 3] : last;
  out[n + 2] = x[n - 1] + before;
  out[n + 3] = n > 2 ? x[n - 1] + last + before : x[n - 1] + 2.0 * last;
  return out;
}

// y at the lines x0, x1 beyond a border; x2 is the border, followed by the next lines inside. Divided
// differences go on linearly.
std::array<double, 2> Continued(double x0, double x1, double x2, double x3, double x4, double y2, double y3,
                                double y4) {
  const double inner = (y3 - y4) / (x3 - x4), outer = (y2 - y3) / (x2 - x3);
  const double y1 = y2 + (x1 - x2) * (2.0 * outer - inner);
  return {y1 + (x0 - x1) * (3.0 * outer - 2.0 * inner), y1};
}

// Along one axis; `at(i)` is the value on line i of the extended grid.
template <class At>
void ContinueLine(const std::vector<double>& x, std::size_t n, At at) {
  if (n < 3) {
    const double slope = n == 2 ? (at(3) - at(2)) / (x[3] - x[2]) : 0.0;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) at(i) = at(2) + slope * (x[i] - x[2]);
    for (const std::size_t i : {n + 2, n + 3}) at(i) = at(n + 1) + slope * (x[i] - x[n + 1]);
    return;
  }
  const auto left = Continued(x[0], x[1], x[2], x[3], x[4], at(2), at(3), at(4));
  at(0) = left[0];
  at(1) = left[1];
  const auto right = Continued(x[n + 3], x[n + 2], x[n + 1], x[n], x[n - 1], at(n + 1), at(n), at(n - 1));
  at(n + 3) = right[0];
  at(n + 2) = right[1];
}

struct Weighted {
  double slope;
  double left, right;  // weights of the differences on both sides, which are not both 0
};

Weighted Weigh(double far_left, double left, double right, double far_right) {
  const double w_left = std::abs(far_right - right), w_right = std::abs(left - far_left);
  if (w_left == 0.0 && w_right == 0.0) return {0.5 * left + 0.5 * right, 1.0, 1.0};
  return {(w_left * left + w_right * right) / (w_left + w_right), w_left, w_right};
}

}  // namespace

SurfaceSlopes AkimaSurface(const std::vector<double>& x_inside, const std::vector<double>& y_inside,
                           const Matrix& z_inside) {
  const std::size_t n = x_inside.size(), m = y_inside.size();
  const std::vector<double> x = Extended(x_inside), y = Extended(y_inside);
  Matrix z(n + 4, m + 4);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) z(i + 2, j + 2) = z_inside(i, j);
    ContinueLine(y, m, [&](std::size_t j) -> double& { return z(i + 2, j); });
  }
  for (std::size_t j = 0; j < m + 4; ++j)
    ContinueLine(x, n, [&](std::size_t i) -> double& { return z(i, j); });
  SurfaceSlopes slopes{Matrix(n, m), Matrix(n, m), Matrix(n, m)};
  const auto along_x = [&](std::size_t i, std::size_t j) {
    return (z(i + 1, j) - z(i, j)) / (x[i + 1] - x[i]);
  };
  const auto along_y = [&](std::size_t i, std::size_t j) {
    return (z(i, j + 1) - z(i, j)) / (y[j + 1] - y[j]);
  };
  const auto mixed = [&](std::size_t i, std::size_t j) {
    return (along_y(i + 1, j) - along_y(i, j)) / (x[i + 1] - x[i]);
  };
  for (std::size_t i = 2; i < n + 2; ++i) {
    for (std::size_t j = 2; j < m + 2; ++j) {
      const Weighted in_x = Weigh(along_x(i - 2, j), along_x(i - 1, j), along_x(i, j), along_x(i + 1, j));
      const Weighted in_y = Weigh(along_y(i, j - 2), along_y(i, j - 1), along_y(i, j), along_y(i, j + 1));
      slopes.zx(i - 2, j - 2) = in_x.slope;
      slopes.zy(i - 2, j - 2) = in_y.slope;
      const double left = in_y.left * mixed(i - 1, j - 1) + in_y.right * mixed(i - 1, j);
      const double right = in_y.left * mixed(i, j - 1) + in_y.right * mixed(i, j);
      slopes.zxy(i - 2, j - 2) =
          (in_x.left * left + in_x.right * right) / ((in_x.left + in_x.right) * (in_y.left + in_y.right));
    }
  }
  return slopes;
}

}  // namespace daedalus::native

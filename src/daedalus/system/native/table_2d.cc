#include "daedalus/system/native/table_2d.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/system/native/akima_surface.h"
#include "daedalus/system/native/hermite_slopes.h"
#include "daedalus/system/native/table_1d.h"

namespace daedalus::native {
namespace {

// What one argument gives to the grid lines `line` and `line` + 1.
struct Weights {
  std::size_t line = 0;
  std::array<double, 2> values = {1.0, 0.0};
  std::array<double, 2> slopes = {0.0, 0.0};
};

// A function of the position that goes on along its tangents beyond [0, h], or its derivative.
template <class F>
double Extended(F f, double h, double x, int order) {
  if (x >= 0.0 && x <= h) return f(x, order);
  const double end = x < 0.0 ? 0.0 : h;
  if (order == 0) return f(end, 0) + f(end, 1) * (x - end);
  return order == 1 ? f(end, 1) : 0.0;
}

Weights Weigh(const std::vector<double>& grid, double u, int order, Smoothness smoothness) {
  Weights w;
  if (grid.size() == 1) {
    w.values = {order == 0 ? 1.0 : 0.0, 0.0};
    return w;
  }
  const auto above = std::upper_bound(grid.begin() + 1, grid.end() - 1, u);
  w.line = static_cast<std::size_t>(above - grid.begin()) - 1;
  const double h = grid[w.line + 1] - grid[w.line], x = u - grid[w.line];
  if (smoothness == Smoothness::kConstant) {
    const std::size_t side = x >= h ? 1 : 0;
    w.values = {0.0, 0.0};
    w.values[side] = order == 0 ? 1.0 : 0.0;
  } else if (smoothness == Smoothness::kLinear) {
    const double share = order == 0 ? x / h : order == 1 ? 1.0 / h : 0.0;
    w.values = {(order == 0 ? 1.0 : 0.0) - share, share};
  } else {
    const auto basis = [&](double y0, double y1, double s0, double s1) {
      return Extended([&](double at, int k) { return HermiteValue(h, y0, y1, s0, s1, at, k); }, h, x, order);
    };
    w.values = {basis(1, 0, 0, 0), basis(0, 1, 0, 0)};
    w.slopes = {basis(0, 0, 1, 0), basis(0, 0, 0, 1)};
  }
  return w;
}

bool Rises(const std::vector<double>& grid) {
  return std::adjacent_find(grid.begin(), grid.end(), [](double a, double b) { return !(a < b); }) ==
         grid.end();
}

}  // namespace

Expected<std::shared_ptr<const Table2D>, std::string> Table2D::Make(const Matrix& table,
                                                                    Smoothness smoothness,
                                                                    Extrapolation extrapolation) {
  if (table.rows < 2 || table.cols < 2)
    return Failure{std::string("a table of two arguments has at least two rows and columns")};
  std::shared_ptr<Table2D> made(new Table2D);
  for (std::size_t i = 1; i < table.rows; ++i) made->grid_[0].push_back(table(i, 0));
  for (std::size_t j = 1; j < table.cols; ++j) made->grid_[1].push_back(table(0, j));
  if (!Rises(made->grid_[0])) return Failure{std::string("the first column of the table does not rise")};
  if (!Rises(made->grid_[1])) return Failure{std::string("the first row of the table does not rise")};
  if (IsSpline(smoothness) && smoothness != Smoothness::kAkima) {
    return Failure{std::string("there is no monotone or modified spline of two arguments")};
  }
  made->z_ = Matrix(table.rows - 1, table.cols - 1);
  for (std::size_t i = 0; i + 1 < table.rows; ++i) {
    for (std::size_t j = 0; j + 1 < table.cols; ++j) made->z_(i, j) = table(i + 1, j + 1);
  }
  made->smoothness_ = smoothness;
  made->extrapolation_ = extrapolation;
  if (smoothness == Smoothness::kAkima) {
    SurfaceSlopes slopes = AkimaSurface(made->grid_[0], made->grid_[1], made->z_);
    made->zx_ = std::move(slopes.zx);
    made->zy_ = std::move(slopes.zy);
    made->zxy_ = std::move(slopes.zxy);
  }
  return std::shared_ptr<const Table2D>(std::move(made));
}

bool Table2D::Evaluate(double u1, double u2, int order1, int order2, double* z, std::string* why) const {
  std::array<double, 2> u = {u1, u2};
  std::array<int, 2> orders = {order1, order2};
  bool is_outside = false;
  for (std::size_t k = 0; k < 2; ++k) {
    const double low = grid_[k].front(), high = grid_[k].back();
    if ((u[k] >= low && u[k] <= high) || grid_[k].size() == 1) continue;
    if (extrapolation_ == Extrapolation::kNone || std::isnan(u[k])) {
      if (why != nullptr)
        *why = fmt::format("{} is outside of the table, which goes from {} to {}", u[k], low, high);
      return false;
    }
    if (extrapolation_ == Extrapolation::kPeriodic) u[k] = IntoPeriod(u[k], low, high);
    if (extrapolation_ == Extrapolation::kLastTwoPoints) is_outside = true;
    if (extrapolation_ != Extrapolation::kHoldLastPoint) continue;
    if (orders[k] > 0) {
      *z = 0.0;
      return true;
    }
    u[k] = std::clamp(u[k], low, high);
  }
  // Constant segments have no tangent to go on along.
  const Smoothness kind =
      smoothness_ == Smoothness::kConstant && is_outside ? Smoothness::kLinear : smoothness_;
  const Weights a = Weigh(grid_[0], u[0], orders[0], kind), b = Weigh(grid_[1], u[1], orders[1], kind);
  *z = 0.0;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, grid_[0].size()); ++i) {
    for (std::size_t j = 0; j < std::min<std::size_t>(2, grid_[1].size()); ++j) {
      const std::size_t row = a.line + i, col = b.line + j;
      *z += a.values[i] * b.values[j] * z_(row, col);
      if (kind != Smoothness::kAkima) continue;
      *z += a.slopes[i] * b.values[j] * zx_(row, col) + a.values[i] * b.slopes[j] * zy_(row, col) +
            a.slopes[i] * b.slopes[j] * zxy_(row, col);
    }
  }
  return true;
}

}  // namespace daedalus::native

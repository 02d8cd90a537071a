#include "daedalus/system/native/table_1d.h"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/system/native/hermite_slopes.h"

namespace daedalus::native {

std::string WhyBadColumns(const Matrix& table, std::span<const double> columns) {
  for (const double column : columns) {
    if (column >= 1.0 && column <= static_cast<double>(table.cols)) continue;
    return fmt::format("the table has {} columns; there is no column number {}", table.cols, column);
  }
  return {};
}

double IntoPeriod(double u, double first, double last) {
  const double period = last - first;
  if (u >= first && u <= last) return u;
  const double moved = u - period * std::floor((u - first) / period);
  return moved < first ? first : moved > last ? last : moved;
}

Expected<std::shared_ptr<const Table1D>, std::string> Table1D::Make(Matrix table,
                                                                    std::span<const double> columns,
                                                                    Smoothness smoothness,
                                                                    Extrapolation extrapolation) {
  if (table.rows == 0 || table.cols == 0) return Failure{std::string("the table is empty")};
  if (std::string why = WhyBadColumns(table, columns); !why.empty()) return Failure{std::move(why)};
  for (std::size_t i = 1; i < table.rows; ++i) {
    if (table(i, 0) > table(i - 1, 0)) continue;
    return Failure{fmt::format("the first column of the table does not rise from row {} ({}) to row {} ({})",
                               i, table(i - 1, 0), i + 1, table(i, 0))};
  }
  std::shared_ptr<Table1D> made(new Table1D);
  for (const double column : columns) made->columns_.push_back(static_cast<std::size_t>(column) - 1);
  made->smoothness_ = table.rows == 2 && IsSpline(smoothness) ? Smoothness::kLinear : smoothness;
  made->extrapolation_ = extrapolation;
  made->table_ = std::move(table);
  if (IsSpline(made->smoothness_) && made->table_.rows > 2) {
    const std::size_t n = made->table_.rows;
    made->slopes_ = Matrix(n, made->columns_.size());
    std::vector<double> x(n), y(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = made->X(i);
    for (std::size_t c = 0; c < made->columns_.size(); ++c) {
      for (std::size_t i = 0; i < n; ++i) y[i] = made->Y(i, c);
      const std::vector<double> slopes = HermiteSlopes(x, y, smoothness);
      for (std::size_t i = 0; i < n; ++i) made->slopes_(i, c) = slopes[i];
    }
  }
  return std::shared_ptr<const Table1D>(std::move(made));
}

std::size_t Table1D::FindRow(double u) const {
  std::size_t low = 0, high = table_.rows - 1;
  while (high > low + 1) {
    const std::size_t middle = (low + high) / 2;
    (u < X(middle) ? high : low) = middle;
  }
  return low;
}

double Table1D::InInterval(std::size_t row, std::size_t column, double u, int order) const {
  const double x0 = X(row), x1 = X(row + 1), y0 = Y(row, column), y1 = Y(row + 1, column);
  if (smoothness_ == Smoothness::kConstant) return order > 0 ? 0.0 : u >= x1 ? y1 : y0;
  if (smoothness_ == Smoothness::kLinear) {
    if (x0 == x1) return order > 0 ? 0.0 : y1;
    if (order == 0) return y0 + (y1 - y0) * (u - x0) / (x1 - x0);
    return order == 1 ? (y1 - y0) / (x1 - x0) : 0.0;
  }
  return HermiteValue(x1 - x0, y0, y1, Slope(row, column), Slope(row + 1, column), u - x0, order);
}

double Table1D::Beyond(bool is_right, std::size_t column, double u, int order) const {
  const std::size_t end = is_right ? table_.rows - 1 : 0;
  if (extrapolation_ == Extrapolation::kHoldLastPoint) return order == 0 ? Y(end, column) : 0.0;
  double slope = 0.0;
  if (IsSpline(smoothness_)) {
    slope = Slope(end, column);
  } else {
    const std::size_t row = is_right ? end - 1 : 0;
    if (X(row) != X(row + 1)) slope = (Y(row + 1, column) - Y(row, column)) / (X(row + 1) - X(row));
  }
  if (order == 0) return Y(end, column) + slope * (u - X(end));
  return order == 1 ? slope : 0.0;
}

bool Table1D::Evaluate(std::size_t column, double u, int order, double* y, std::string* why) const {
  if (table_.rows == 1) {
    *y = order == 0 ? Y(0, column) : 0.0;
    return true;
  }
  if (extrapolation_ == Extrapolation::kPeriodic) u = IntoPeriod(u, first(), last());
  if (u >= first() && u <= last()) {
    *y = InInterval(FindRow(u), column, u, order);
    return true;
  }
  if (extrapolation_ == Extrapolation::kNone || std::isnan(u)) {
    if (why != nullptr)
      *why = fmt::format("{} is outside of the table, which goes from {} to {}", u, first(), last());
    return false;
  }
  *y = Beyond(u > last(), column, u, order);
  return true;
}

}  // namespace daedalus::native

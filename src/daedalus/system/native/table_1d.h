// A table of one argument with any number of columns (CombiTable1D of the standard library).
//
// It never changes, so any number of threads may read it: each lookup is a new bisection. At a point of the
// table the value and its derivatives are those of the interval on its right.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/system/native/matrix.h"
#include "daedalus/system/native/object.h"
#include "daedalus/system/native/table_kinds.h"

namespace daedalus::native {

class Table1D : public Object {
 public:
  // The first column of the table is the argument, which rises strictly; `columns` are numbers of columns,
  // from 1. The error is a sentence fragment.
  static Expected<std::shared_ptr<const Table1D>, std::string> Make(Matrix table,
                                                                    std::span<const double> columns,
                                                                    Smoothness smoothness,
                                                                    Extrapolation extrapolation);

  std::size_t num_columns() const { return columns_.size(); }
  double first() const { return table_(0, 0); }
  double last() const { return table_(table_.rows - 1, 0); }

  // The value of the column (from 0, among those that were chosen), or its derivative of any order. False
  // where there is none: outside of a table without extrapolation; then `why` says so, unless it is null.
  bool Evaluate(std::size_t column, double u, int order, double* y, std::string* why) const;

 private:
  friend class TimeTable;
  Table1D() = default;
  // Inside of the interval, or beyond it by the same formula.
  double InInterval(std::size_t row, std::size_t column, double u, int order) const;
  double Beyond(bool is_right, std::size_t column, double u, int order) const;
  double Slope(std::size_t row, std::size_t column) const { return slopes_(row, column); }
  double Y(std::size_t row, std::size_t column) const { return table_(row, columns_[column]); }
  double X(std::size_t row) const { return table_(row, 0); }
  // The last row but one whose argument is not larger.
  std::size_t FindRow(double u) const;

  Matrix table_;
  std::vector<std::size_t> columns_;
  Smoothness smoothness_ = Smoothness::kLinear;
  Extrapolation extrapolation_ = Extrapolation::kLastTwoPoints;
  Matrix slopes_;  // of splines: row by chosen column
};

// Whether the columns, numbered from 1, are columns of the table; the reason why not.
std::string WhyBadColumns(const Matrix& table, std::span<const double> columns);

// u moved by whole periods into [first, last].
double IntoPeriod(double u, double first, double last);

}  // namespace daedalus::native

#include "daedalus/programs/causal/tearing_growth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace daedalus::causal {
namespace {

using structure::ColumnId;
using structure::Incidence;
using structure::PerColumn;
using structure::RowId;
using structure::TearingProblem;
using structure::TornBlock;

constexpr int kNumVectors = 3;
constexpr int kNumRounds = 5;
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

double LargestOfRow(const Incidence& a, const std::vector<double>& values, RowId row) {
  double largest = 0;
  for (std::uint32_t k = a.Begin(row); k < a.End(row); ++k) {
    if (std::isfinite(values[k])) largest = std::max(largest, std::abs(values[k]));
  }
  return largest;
}

// Step 1.
std::vector<double> BalancedValues(const Incidence& a, std::vector<double> values) {
  for (const RowId row : a.Rows()) {
    const double largest = LargestOfRow(a, values, row);
    for (std::uint32_t k = a.Begin(row); k < a.End(row); ++k) {
      if (!std::isfinite(values[k])) values[k] = largest > 0 ? largest : 1.0;
    }
  }
  PerColumn<double> of_column(a.num_columns);
  for (int pass = 0; pass < 2; ++pass) {
    std::fill(of_column.begin(), of_column.end(), 0.0);
    for (std::size_t k = 0; k < values.size(); ++k) {
      of_column[a.columns[k]] = std::max(of_column[a.columns[k]], std::abs(values[k]));
    }
    for (const RowId row : a.Rows()) {
      const double of_row = LargestOfRow(a, values, row);
      for (std::uint32_t k = a.Begin(row); k < a.End(row); ++k) {
        if (values[k] != 0) values[k] /= std::sqrt(of_row * of_column[a.columns[k]]);
      }
    }
  }
  return values;
}

class Shooting {
 public:
  Shooting(const TearingProblem& problem, const std::vector<double>& factors)
      : a_(problem.appears), values_(BalancedValues(problem.appears, factors)), x_(a_.num_columns) {}

  // Step 2: the largest value; what exceeds the limit is marked and starts again from +-1.
  double Shoot(const TornBlock& torn, double limit, PerColumn<char>& is_torn) {
    double largest = 1;
    for (const ColumnId column : torn.tearing) x_[column] = Sign();
    for (const auto& [row, column] : torn.assignments) {
      double sum = 0, pivot = 0;
      for (std::uint32_t k = a_.Begin(row); k < a_.End(row); ++k) {
        if (a_.columns[k] == column) {
          pivot = values_[k];
        } else {
          sum += values_[k] * x_[a_.columns[k]];
        }
      }
      x_[column] = -sum / pivot;
      const double size = std::abs(x_[column]);
      largest = std::max(largest, size);
      if (is_torn[column] || !(size <= limit)) {
        is_torn[column] = 1;
        x_[column] = Sign();
      }
    }
    return largest;
  }

 private:
  double Sign() { return random_() % 2 == 0 ? 1.0 : -1.0; }

  const Incidence& a_;
  const std::vector<double> values_;
  PerColumn<double> x_;
  std::minstd_rand random_;  // always the same numbers
};

}  // namespace

double GrowthOf(const TearingProblem& problem, const std::vector<double>& factors, const TornBlock& torn) {
  Shooting shooting(problem, factors);
  PerColumn<char> is_torn(problem.appears.num_columns, 0);
  double largest = 1;
  for (int i = 0; i < kNumVectors; ++i)
    largest = std::max(largest, shooting.Shoot(torn, kUnlimited, is_torn));
  return largest;
}

TornBlock LimitGrowth(const TearingProblem& problem, const std::vector<double>& factors, TornBlock torn,
                      double limit) {
  Shooting shooting(problem, factors);
  for (int round = 0; round < kNumRounds; ++round) {
    PerColumn<char> is_torn(problem.appears.num_columns, 0);
    for (int i = 0; i < kNumVectors; ++i) shooting.Shoot(torn, limit, is_torn);
    std::vector<ColumnId> tearing = torn.tearing;
    for (const ColumnId column : problem.appears.Columns()) {
      if (is_torn[column]) tearing.push_back(column);
    }
    if (tearing.size() == torn.tearing.size()) return torn;
    std::sort(tearing.begin(), tearing.end());
    torn = CompleteTearing(problem, tearing);
  }
  return TearAll(problem.appears.num_columns);
}

TornBlock TearAll(std::uint32_t size) {
  TornBlock torn;
  for (std::uint32_t i = 0; i < size; ++i) {
    torn.tearing.emplace_back(i);
    torn.residuals.emplace_back(i);
  }
  return torn;
}

}  // namespace daedalus::causal

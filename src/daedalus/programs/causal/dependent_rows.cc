#include "daedalus/programs/causal/dependent_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/causal/sparse_dependences.h"

namespace daedalus::causal {
namespace {

constexpr std::size_t kMostDense = 300;
constexpr double kSuspicious = 1e-9;  // of the largest number that was there before
constexpr double kCancelled = 1e-13;  // times n, of the sum of the terms
constexpr double kNoPart = 1e-11;     // of the largest scaled multiplier: no part of the combination

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Scaled {
  Dense a;
  Eigen::VectorXd rows;  // the factors that were applied
};

// (1)
Scaled Equilibrated(Dense a) {
  Scaled out{std::move(a), Eigen::VectorXd::Ones(0)};
  const auto factor = [](double largest) { return largest > 0 ? 1 / largest : 1.0; };
  out.rows = Eigen::VectorXd::Ones(out.a.rows());
  for (Eigen::Index r = 0; r < out.a.rows(); ++r) {
    out.rows[r] = factor(out.a.row(r).cwiseAbs().maxCoeff());
    out.a.row(r) *= out.rows[r];
  }
  for (Eigen::Index c = 0; c < out.a.cols(); ++c) out.a.col(c) *= factor(out.a.col(c).cwiseAbs().maxCoeff());
  return out;
}

class RankedElimination {
 public:
  RankedElimination(Dense a, std::span<const std::uint32_t> ranks)
      : a_(std::move(a)),
        largest_(a_.cwiseAbs()),
        ranks_(ranks),
        is_done_(ranks.size(), 0),
        is_used_(ranks.size(), 0) {}

  // (2)
  RowDependences Run() {
    RowDependences out;
    std::vector<std::uint32_t> levels(ranks_.begin(), ranks_.end());
    std::sort(levels.begin(), levels.end(), std::greater<>());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    for (const std::uint32_t level : levels) {
      while (Step(level, out)) {
      }
      for (std::size_t r = 0; r < ranks_.size(); ++r) {
        if (ranks_[r] == level && !is_done_[r]) out.dependent.push_back({static_cast<std::uint32_t>(r)});
      }
    }
    return out;
  }

 private:
  bool Step(std::uint32_t level, RowDependences& out) {
    Eigen::Index row = -1, column = -1;
    double best = 0;
    for (Eigen::Index r = 0; r < a_.rows(); ++r) {
      if (ranks_[static_cast<std::size_t>(r)] != level || is_done_[static_cast<std::size_t>(r)]) continue;
      for (Eigen::Index c = 0; c < a_.cols(); ++c) {
        const double size = std::abs(a_(r, c));
        if (is_used_[static_cast<std::size_t>(c)] || size <= best || IsRounding(r, c)) continue;
        best = size;
        row = r;
        column = c;
      }
    }
    if (row < 0) return false;
    is_done_[static_cast<std::size_t>(row)] = is_used_[static_cast<std::size_t>(column)] = 1;
    out.pivot_rows.push_back(static_cast<std::uint32_t>(row));
    out.pivot_columns.push_back(static_cast<std::uint32_t>(column));
    Eliminate(row, column);
    return true;
  }

  // Sets cancelled entries to zero, so that they do not spread: in columns where another row has no entry
  // they would look like numbers. Includes exact zeros.
  bool IsRounding(Eigen::Index r, Eigen::Index c) const {
    return std::abs(a_(r, c)) <= kSuspicious * largest_(r, c);
  }

  void Eliminate(Eigen::Index row, Eigen::Index column) {
    for (Eigen::Index r = 0; r < a_.rows(); ++r) {
      if (is_done_[static_cast<std::size_t>(r)] || a_(r, column) == 0) continue;
      if (IsRounding(r, column)) {
        a_(r, column) = 0;
        continue;
      }
      const double factor = a_(r, column) / a_(row, column);
      for (Eigen::Index c = 0; c < a_.cols(); ++c) {
        if (is_used_[static_cast<std::size_t>(c)] || IsRounding(row, c)) continue;
        const double term = factor * a_(row, c);
        largest_(r, c) = std::max(largest_(r, c), std::abs(term));
        a_(r, c) -= term;
      }
      a_(r, column) = 0;
    }
  }

  Dense a_, largest_;
  std::span<const std::uint32_t> ranks_;
  std::vector<char> is_done_, is_used_;  // rows, columns
};

// (4) The multipliers u of the pivot rows P, with u P + (dependent row) = 0 in the pivot columns. 0 for a row
// that takes no part. Empty if the sum does not vanish in the other columns.
std::vector<double> VerifiedMultipliers(const Dense& a, const RowDependences& found, std::uint32_t row) {
  const auto rank = static_cast<Eigen::Index>(found.rank());
  Eigen::MatrixXd transposed(rank, rank);
  Eigen::VectorXd right(rank);
  for (Eigen::Index i = 0; i < rank; ++i) {
    const std::uint32_t column = found.pivot_columns[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < rank; ++j)
      transposed(i, j) = a(found.pivot_rows[static_cast<std::size_t>(j)], column);
    right[i] = -a(row, column);
  }
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(transposed);
  const Wide wide = transposed.cast<long double>();
  Eigen::Matrix<long double, Eigen::Dynamic, 1> u = linear::Solve(lu, right).cast<long double>();
  for (int i = 0; i < 2; ++i) {
    const Eigen::VectorXd defect = (right.cast<long double>() - wide * u).cast<double>();
    u += linear::Solve(lu, defect).cast<long double>();
  }
  // A multiplier that is only rounding would be the only contribution to a column where no other row has an
  // entry.
  const long double largest = std::max(1.0L, rank > 0 ? u.cwiseAbs().maxCoeff() : 0.0L);
  for (Eigen::Index j = 0; j < rank; ++j) {
    if (std::abs(u[j]) <= kNoPart * largest) u[j] = 0;
  }
  const double limit = kCancelled * static_cast<double>(a.rows());
  for (Eigen::Index c = 0; c < a.cols(); ++c) {
    long double sum = a(row, c), terms = std::abs(a(row, c));
    for (Eigen::Index j = 0; j < rank; ++j) {
      const long double term = u[j] * a(found.pivot_rows[static_cast<std::size_t>(j)], c);
      sum += term;
      terms += std::abs(term);
    }
    if (!(std::abs(sum) <= limit * terms)) return {};
  }
  std::vector<double> out;
  for (Eigen::Index j = 0; j < rank; ++j) out.push_back(static_cast<double>(u[j]));
  return out;
}

}  // namespace

RowDependences FindDependentRows(std::span<const double> values, std::span<const std::uint32_t> ranks) {
  const auto n = static_cast<Eigen::Index>(ranks.size());
  DAEDALUS_CHECK(values.size() == ranks.size() * ranks.size(), "the matrix is square");
  const Scaled scaled = Equilibrated(Eigen::Map<const Dense>(values.data(), n, n));
  RowDependences out = RankedElimination(scaled.a, ranks).Run();
  std::vector<DependentRow> verified;
  for (DependentRow& dependent : out.dependent) {
    const std::vector<double> u =
        out.rank() == 0 ? std::vector<double>() : VerifiedMultipliers(scaled.a, out, dependent.row);
    if (u.empty() && out.rank() > 0) continue;
    std::vector<std::pair<std::uint32_t, double>> parts;
    for (std::size_t j = 0; j < u.size(); ++j) {
      if (u[j] == 0) continue;
      const std::uint32_t row = out.pivot_rows[j];
      parts.emplace_back(row, u[j] * scaled.rows[row] / scaled.rows[dependent.row]);
    }
    std::sort(parts.begin(), parts.end());
    for (const auto& [row, multiplier] : parts) {
      dependent.others.push_back(row);
      dependent.multipliers.push_back(multiplier);
    }
    verified.push_back(std::move(dependent));
  }
  out.dependent = std::move(verified);
  return out;
}

std::optional<RowDependences> FindDependentRows(const SparseRows& matrix,
                                                std::span<const std::uint32_t> ranks) {
  const std::size_t n = matrix.num_rows();
  if (n > kMostDense) return FindSparseDependences(matrix, ranks);
  std::vector<double> values(n * n, 0.0);
  for (std::size_t r = 0; r < n; ++r) {
    for (const SparseRows::Entry& entry : matrix.Row(r)) values[r * n + entry.column] = entry.value;
  }
  RowDependences dense = FindDependentRows(values, ranks);
  // Small pivots may make the dense elimination miss rows. The results of both ways were verified.
  auto sparse = FindSparseDependences(matrix, ranks);
  return sparse && sparse->dependent.size() > dense.dependent.size() ? std::move(sparse)
                                                                     : std::optional(std::move(dense));
}

}  // namespace daedalus::causal

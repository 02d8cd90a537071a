#include "daedalus/programs/causal/sparse_dependences.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "daedalus/numerics/linear/sparse_lu.h"
#include "daedalus/programs/causal/sparse_regularity.h"

namespace daedalus::causal {
namespace {

constexpr double kSumCancels = 1e-13;  // times the number of rows, of the sum of the terms
constexpr double kMostTerms = 300;
constexpr double kNoMultiplier = 1e-11;  // of the largest multiplier: no part of the combination
constexpr std::uint32_t kNone = ~0u;

// Rows and columns in units of 1, as the elimination has them.
struct ScaledRows {
  SparseRows matrix;
  std::vector<double> rows;  // the factors that were applied
};

ScaledRows RowsInUnits(const SparseRows& given) {
  ScaledRows out{given, std::vector<double>(given.num_rows(), 1.0)};
  std::vector<double> columns(given.num_rows(), 0.0);
  for (std::size_t r = 0; r < given.num_rows(); ++r) {
    double largest = 0;
    for (const auto& entry : given.Row(r)) largest = std::max(largest, std::abs(entry.value));
    if (largest > 0) out.rows[r] = 1 / largest;
    for (auto& entry : out.matrix.Row(r)) {
      entry.value *= out.rows[r];
      columns[entry.column] = std::max(columns[entry.column], std::abs(entry.value));
    }
  }
  for (auto& entry : out.matrix.entries) {
    if (columns[entry.column] > 0) entry.value /= columns[entry.column];
  }
  return out;
}

struct NullPart {
  std::uint32_t row;
  double multiplier;
};
using NullVector = std::vector<NullPart>;  // ascending

// (2)
class CoreMultipliers {
 public:
  CoreMultipliers(const SparseRows& matrix, const SparseRegularity::Core& core)
      : matrix_(matrix), core_(core), place_of_column_(matrix.num_rows(), kNone), lu_(Transposed()) {
    is_regular_ = lu_.Factor(values_) == linear::FactorStatus::kOk;
  }

  // u with u'A = 0 and 1 for the row; nothing where the others do not make it vanish.
  std::optional<NullVector> Of(std::uint32_t row) {
    if (!is_regular_) return std::nullopt;
    std::vector<double> right(core_.rows.size(), 0.0);
    for (const auto& entry : matrix_.Row(row)) {
      if (place_of_column_[entry.column] != kNone) right[place_of_column_[entry.column]] = -entry.value;
    }
    std::vector<double> u = right;
    lu_.Solve(u);
    for (int i = 0; i < 2; ++i) {
      std::vector<double> defect = DefectOf(u, right);
      lu_.Solve(defect);
      for (std::size_t j = 0; j < u.size(); ++j) u[j] += defect[j];
    }
    NullVector out{{row, 1.0}};
    double largest = 1;
    for (const double x : u) largest = std::max(largest, std::abs(x));
    for (std::size_t j = 0; j < u.size(); ++j) {
      if (!(std::abs(u[j]) <= kNoMultiplier * largest)) out.push_back({core_.rows[j], u[j]});
    }
    std::ranges::sort(out, {}, &NullPart::row);
    return Vanishes(out) ? std::optional(std::move(out)) : std::nullopt;
  }

 private:
  // The columns are the rows of the core.
  linear::SparsePattern Transposed() {
    linear::SparsePattern out;
    const auto n = static_cast<std::uint32_t>(core_.rows.size());
    for (std::uint32_t j = 0; j < n; ++j) place_of_column_[core_.columns[j]] = j;
    out.rows = out.cols = static_cast<std::int32_t>(n);
    std::vector<std::pair<std::uint32_t, double>> column;
    for (const std::uint32_t row : core_.rows) {
      column.clear();
      for (const auto& entry : matrix_.Row(row)) {
        if (place_of_column_[entry.column] != kNone)
          column.emplace_back(place_of_column_[entry.column], entry.value);
      }
      std::ranges::sort(column);
      for (const auto& [place, value] : column) {
        out.row_indices.push_back(static_cast<std::int32_t>(place));
        values_.push_back(value);
      }
      out.column_starts.push_back(out.num_nonzeros());
    }
    return out;
  }

  std::vector<double> DefectOf(const std::vector<double>& u, const std::vector<double>& right) const {
    std::vector<long double> sums(right.begin(), right.end());
    for (std::size_t j = 0; j < u.size(); ++j) {
      for (const auto& entry : matrix_.Row(core_.rows[j])) {
        const std::uint32_t place = place_of_column_[entry.column];
        if (place != kNone) sums[place] -= static_cast<long double>(u[j]) * entry.value;
      }
    }
    return {sums.begin(), sums.end()};
  }

  bool Vanishes(const NullVector& u) const {
    std::vector<std::pair<long double, double>> sums(matrix_.num_rows());  // and of the sizes
    for (const NullPart& part : u) {
      for (const auto& entry : matrix_.Row(part.row)) {
        const long double term = static_cast<long double>(part.multiplier) * entry.value;
        sums[entry.column].first += term;
        sums[entry.column].second += static_cast<double>(std::abs(term));
      }
    }
    const double limit = kSumCancels * std::min(static_cast<double>(matrix_.num_rows()), kMostTerms);
    return std::ranges::all_of(sums,
                               [&](const auto& sum) { return std::abs(sum.first) <= limit * sum.second; });
  }

  const SparseRows& matrix_;
  const SparseRegularity::Core& core_;
  std::vector<std::uint32_t> place_of_column_;
  std::vector<double> values_;
  linear::SparseLu lu_;
  bool is_regular_ = false;
};

const NullPart* FindRow(const NullVector& u, std::uint32_t row) {
  const auto found = std::ranges::lower_bound(u, row, {}, &NullPart::row);
  return found == u.end() || found->row != row ? nullptr : &*found;
}

// u - factor * v, without the row that cancels.
NullVector Without(const NullVector& u, double factor, const NullVector& v, std::uint32_t row) {
  NullVector out;
  double largest = 0;
  for (std::size_t i = 0, j = 0; i < u.size() || j < v.size();) {
    NullPart part{};
    if (j == v.size() || (i < u.size() && u[i].row < v[j].row)) {
      part = u[i++];
    } else if (i == u.size() || v[j].row < u[i].row) {
      part = {v[j].row, -factor * v[j].multiplier};
      ++j;
    } else {
      const double before = std::abs(u[i].multiplier);
      part = {u[i].row, u[i].multiplier - factor * v[j].multiplier};
      if (std::abs(part.multiplier) <= kNoMultiplier * before) part.multiplier = 0;
      ++i;
      ++j;
    }
    largest = std::max(largest, std::abs(part.multiplier));
    if (part.row != row) out.push_back(part);
  }
  std::erase_if(out,
                [&](const NullPart& part) { return std::abs(part.multiplier) <= kNoMultiplier * largest; });
  return out;
}

// (3) The row that gives way in each vector; its entry is 1, and 0 in all others.
std::vector<std::uint32_t> ChooseDependent(std::vector<NullVector>& vectors,
                                           std::span<const std::uint32_t> ranks) {
  std::vector<std::uint32_t> out(vectors.size(), kNone);
  const auto choose = [&](std::size_t k, const NullPart& part) {
    const auto [row, multiplier] = part;
    out[k] = row;
    for (NullPart& each : vectors[k]) each.multiplier /= multiplier;
    for (std::size_t other = 0; other < vectors.size(); ++other) {
      const NullPart* same = other == k ? nullptr : FindRow(vectors[other], row);
      if (same) vectors[other] = Without(vectors[other], same->multiplier, vectors[k], row);
    }
  };
  const std::set<std::uint32_t> levels(ranks.begin(), ranks.end());
  for (const std::uint32_t level : levels) {
    for (std::size_t k = 0; k < vectors.size(); ++k) {
      const NullPart* best = nullptr;
      for (const NullPart& part : vectors[k]) {
        if (out[k] == kNone && ranks[part.row] == level &&
            (!best || std::abs(part.multiplier) > std::abs(best->multiplier)))
          best = &part;
      }
      if (best) choose(k, *best);
    }
  }
  return out;
}

}  // namespace

std::optional<RowDependences> FindSparseDependences(const SparseRows& matrix,
                                                    std::span<const std::uint32_t> ranks) {
  const auto core = SparseRegularity().FindCore(matrix);
  if (!core) return std::nullopt;
  RowDependences out;
  out.pivot_columns = core->columns;
  if (core->rows.empty()) {  // nothing but zeros
    for (std::uint32_t row = 0; row < matrix.num_rows(); ++row) out.dependent.push_back({row});
    return out;
  }
  std::vector<char> is_pivot(matrix.num_rows(), 0);
  for (const std::uint32_t row : core->rows) is_pivot[row] = 1;
  const ScaledRows scaled = RowsInUnits(matrix);
  std::vector<NullVector> vectors;
  if (core->rows.size() < matrix.num_rows()) {
    CoreMultipliers multipliers(scaled.matrix, *core);
    for (std::uint32_t row = 0; row < matrix.num_rows(); ++row) {
      if (is_pivot[row]) continue;
      auto u = multipliers.Of(row);
      if (!u) continue;
      is_pivot[row] = 1;
      vectors.push_back(*std::move(u));
    }
  }
  const std::vector<std::uint32_t> rows = ChooseDependent(vectors, ranks);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    DependentRow dependent{rows[k]};
    is_pivot[rows[k]] = 0;
    for (const auto& [row, multiplier] : vectors[k]) {
      if (row == rows[k]) continue;
      dependent.others.push_back(row);
      dependent.multipliers.push_back(multiplier * scaled.rows[row] / scaled.rows[rows[k]]);
    }
    out.dependent.push_back(std::move(dependent));
  }
  for (std::uint32_t row = 0; row < matrix.num_rows(); ++row) {
    if (is_pivot[row]) out.pivot_rows.push_back(row);
  }
  return out;
}

}  // namespace daedalus::causal

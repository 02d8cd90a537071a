#include "daedalus/numerics/integrate/outdated_matrix.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/rounding.h"

namespace daedalus::integrate {
namespace {

constexpr double kLeft = 0.5, kRemains = 0.8;
constexpr int kRest = 8;
// In tolerances. Smaller moves are errors that iterations leave. 1 would be too large: if many output points
// cut the steps short, errors of a tenth each add up to hundreds.
constexpr double kMoved = 0.02;
constexpr double kNoise = 100;  // times the rounding of the terms of an equation

void ForEachEntry(const SparsePattern& pattern, auto visit) {
  for (std::size_t j = 0; j + 1 < pattern.column_starts.size(); ++j) {
    const auto end = static_cast<std::size_t>(pattern.column_starts[j + 1]);
    for (auto k = static_cast<std::size_t>(pattern.column_starts[j]); k < end; ++k)
      visit(static_cast<std::size_t>(pattern.row_indices[k]), j, k);
  }
}

}  // namespace

OutdatedMatrix::OutdatedMatrix(Evaluator& evaluator)
    : evaluator_(evaluator),
      varies_(static_cast<std::size_t>(evaluator.problem().size)),
      sum_(static_cast<std::size_t>(evaluator.problem().size)),
      size_(sum_.size()),
      is_left_(sum_.size()),
      rounding_(sum_.size()),
      residual_(sum_.size()) {}

void OutdatedMatrix::Note(const MatrixParts& parts) {
  if (++num_noted_ > 1) {
    ForEachEntry(evaluator_.problem().pattern, [&](std::size_t i, std::size_t, std::size_t k) {
      if (parts.dy[k] != dy_[k] || parts.dyp[k] != dyp_[k]) varies_[i] = 1;
    });
  }
  dy_.assign(parts.dy.begin(), parts.dy.end());
  dyp_.assign(parts.dyp.begin(), parts.dyp.end());
  rest_ = 0;
}

bool OutdatedMatrix::IsOutdated(const MatrixParts& parts, const PointOfStep& from, const PointOfStep& to,
                                std::span<const double> before, std::span<const double> weights) {
  if (--rest_ > 0 || !HasRowLeft(parts, from, to, weights)) return false;
  if (evaluator_.Residual(to.t, to.y, to.yp, residual_) != EvalOutcome::kOk) return false;
  AddRounding(parts, to);
  for (std::size_t i = 0; i < sum_.size(); ++i) {
    if (is_left_[i] && std::abs(residual_[i]) > kRemains * std::abs(before[i]) &&
        std::abs(residual_[i]) > rounding_[i])
      return true;
  }
  if (num_noted_ == 1) rest_ = kRest;
  return false;
}

bool OutdatedMatrix::HasRowLeft(const MatrixParts& parts, const PointOfStep& from, const PointOfStep& to,
                                std::span<const double> weights) {
  std::ranges::fill(sum_, 0.0);
  std::ranges::fill(size_, 0.0);
  std::ranges::fill(is_left_, 0);
  ForEachEntry(evaluator_.problem().pattern, [&](std::size_t i, std::size_t j, std::size_t k) {
    const double move = to.y[j] - from.y[j];
    const double term = parts.dy[k] * move, slope_term = parts.dyp[k] * (to.yp[j] - from.yp[j]);
    sum_[i] += term + slope_term;
    size_[i] += std::abs(term) + std::abs(slope_term);
    if (term != 0 && std::abs(move * weights[j]) > kMoved) is_left_[i] = 1;
  });
  bool has_any = false;
  for (std::size_t i = 0; i < sum_.size(); ++i) {
    is_left_[i] = is_left_[i] && (varies_[i] || num_noted_ == 1) && std::abs(sum_[i]) > kLeft * size_[i];
    has_any = has_any || is_left_[i];
  }
  return has_any;
}

void OutdatedMatrix::AddRounding(const MatrixParts& parts, const PointOfStep& at) {
  std::ranges::fill(rounding_, 0.0);
  ForEachEntry(evaluator_.problem().pattern, [&](std::size_t i, std::size_t j, std::size_t k) {
    rounding_[i] += kNoise * kEpsilon * (std::abs(parts.dy[k] * at.y[j]) + std::abs(parts.dyp[k] * at.yp[j]));
  });
}

}  // namespace daedalus::integrate

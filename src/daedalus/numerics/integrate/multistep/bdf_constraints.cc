#include "daedalus/numerics/integrate/multistep/bdf_constraints.h"

#include <algorithm>

#include "daedalus/numerics/integrate/multistep/block_sums.h"

namespace daedalus::integrate {

BdfConstraints::BdfConstraints(IterationMatrix& matrix, const WeightedConstraints& constraints,
                               linear::LinearSolverKind kind)
    : matrix_(matrix),
      step_(constraints),
      transposed_(linear::Transpose(matrix.pattern())),
      solver_(linear::MakeLinearSolver(transposed_.pattern, kind)),
      entries_(transposed_.source.size()),
      moved_(constraints.units.size()) {}

bool BdfConstraints::Begin(const BdfPoint& at, std::span<const double> weights) {
  at_ = at;
  weights_ = weights;
  step_.Begin();
  if (is_factored_) return true;
  for (std::size_t k = 0; k < entries_.size(); ++k)
    entries_[k] = matrix_.sum()[static_cast<std::size_t>(transposed_.source[k])];
  is_factored_ = solver_->Factor(entries_) == linear::FactorStatus::kOk;
  return is_factored_;
}

void BdfConstraints::Pull(std::span<double> v) {
  std::ranges::copy(v, moved_.begin());
  solver_->Solve(moved_);
  MultiplyTransposed(matrix_.pattern(), matrix_.dyp(), moved_, v);
}

double BdfConstraints::Push(std::span<const double> change) {
  std::ranges::fill(moved_, 0.0);
  AddProduct(matrix_.pattern(), matrix_.dyp(), 1, change, moved_);
  matrix_.Solve(moved_);
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    at_.y[i] += moved_[i];
    at_.yp[i] += at_.c * (moved_[i] - change[i]);
    at_.correction[i] += moved_[i];
  }
  SumOfSquares sum;
  sum.Add(moved_.data(), weights_.data(), moved_.size());
  return sum.RootMean(moved_.size());
}

}  // namespace daedalus::integrate

// A matrix that is factored again and again along a run, and not where it has not changed: the loops of a
// step with constant coefficients, inlined with the same step size, have the same matrix in every step. To
// compare is linear in the entries, to factor is not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::execute {

class FactoredMatrix {
 public:
  FactoredMatrix() = default;
  explicit FactoredMatrix(linear::SparsePattern pattern) : solver_(std::move(pattern)) {}
  // A copy is for the same pattern, and has factored nothing yet.
  FactoredMatrix(const FactoredMatrix& other) : solver_(other.solver_) {}
  FactoredMatrix& operator=(const FactoredMatrix& other) {
    solver_ = other.solver_;
    known_.clear();
    has_factors_ = false;
    return *this;
  }
  FactoredMatrix(FactoredMatrix&&) = default;
  FactoredMatrix& operator=(FactoredMatrix&&) = default;

  linear::FactorStatus Factor(std::span<const double> values) {
    known_.clear();
    ++num_factored_;
    const linear::FactorStatus status = solver_->Factor(values);
    has_factors_ = status == linear::FactorStatus::kOk;
    return status;
  }
  // The same, without work where these are the values of the last time.
  linear::FactorStatus FactorIfNew(std::span<const double> values) {
    if (!known_.empty() && std::ranges::equal(known_, values)) {
      has_factors_ = true;
      return linear::FactorStatus::kOk;
    }
    const linear::FactorStatus status = Factor(values);
    if (status == linear::FactorStatus::kOk) known_.assign(values.begin(), values.end());
    return status;
  }
  // Whether there are factors that may serve for a matrix nearby.
  bool has_factors() const { return has_factors_; }
  std::int64_t num_factored() const { return num_factored_; }
  linear::LinearSolver* operator->() const { return solver_.operator->(); }

 private:
  linear::CopyableSolver solver_;
  std::vector<double> known_;  // what was factored last; empty: not known
  bool has_factors_ = false;
  std::int64_t num_factored_ = 0;
};

}  // namespace daedalus::execute

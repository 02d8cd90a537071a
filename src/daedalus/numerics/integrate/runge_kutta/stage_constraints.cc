#include "daedalus/numerics/integrate/runge_kutta/stage_constraints.h"

#include <algorithm>

namespace daedalus::integrate {

StageConstraints::StageConstraints(StageSystem& system, const WeightedConstraints& constraints,
                                   int max_stages, linear::LinearSolverKind kind)
    : system_(system),
      step_(constraints),
      transposed_(linear::Transpose(system.pattern())),
      real_(linear::MakeLinearSolver(transposed_.pattern, kind)),
      entries_(transposed_.source.size()),
      imaginary_entries_(entries_.size()),
      real_part_(constraints.units.size()),
      imaginary_part_(real_part_.size()),
      sum_(real_part_.size()),
      f_(real_part_.size() * static_cast<std::size_t>(max_stages)) {
  for (int k = 0; k < max_stages / 2; ++k)
    complex_.push_back(linear::MakeComplexLinearSolver(transposed_.pattern, kind));
}

bool StageConstraints::Begin(const StepAtHand& step) {
  at_ = step;
  step_.Begin();
  return Factor();
}

bool StageConstraints::Factor() {
  const StageTableau& tableau = *at_.tableau;
  if (factored_ == &tableau && factored_h_ == at_.h) return true;
  factored_ = nullptr;
  const auto fill = [&](double of_mass, double imaginary) {
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const auto source = static_cast<std::size_t>(transposed_.source[k]);
      entries_[k] = system_.dy()[source] + of_mass / at_.h * system_.dyp()[source];
      imaginary_entries_[k] = imaginary / at_.h * system_.dyp()[source];
    }
  };
  if (tableau.has_real()) {
    fill(tableau.gamma, 0);
    if (real_->Factor(entries_) != linear::FactorStatus::kOk) return false;
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(tableau.num_pairs); ++k) {
    fill(tableau.alpha[k], -tableau.beta[k]);
    if (complex_[k]->Factor(entries_, imaginary_entries_) != linear::FactorStatus::kOk) return false;
  }
  factored_ = &tableau;
  factored_h_ = at_.h;
  return true;
}

std::span<const double> StageConstraints::y() const {
  const std::size_t n = at_.start.size();
  return {at_.stages.y + static_cast<std::size_t>(at_.tableau->stages - 1) * n, n};
}

void StageConstraints::Shift() const {
  const std::size_t n = at_.start.size();
  for (int i = 0; i < at_.tableau->stages; ++i) {
    double* k = at_.stages.k + static_cast<std::size_t>(i) * n;
    for (std::size_t m = 0; m < n; ++m) k[m] -= Share(i) * step_.delta()[m];
  }
}

void StageConstraints::Pull(std::span<double> v) {
  const StageTableau& tableau = *at_.tableau;
  const auto s = static_cast<std::size_t>(tableau.stages);
  const auto entry_of_t = [&](std::size_t j) { return tableau.t[(s - 1) * s + j]; };
  // The weight of transformed stage j in the sum over all stages: row j of T^-1 A^-1 e_s / h.
  const auto share = [&](std::size_t j) {
    double sum = 0;
    for (std::size_t i = 0; i < s; ++i) sum += tableau.t_inverse[j * s + i] * Share(static_cast<int>(i));
    return sum;
  };
  std::ranges::fill(sum_, 0.0);
  std::size_t j = 0;
  if (tableau.has_real()) {
    for (std::size_t m = 0; m < v.size(); ++m) real_part_[m] = entry_of_t(j) * v[m];
    real_->Solve(real_part_);
    for (std::size_t m = 0; m < v.size(); ++m) sum_[m] += share(j) * real_part_[m];
    ++j;
  }
  for (std::size_t pair = 0; pair < static_cast<std::size_t>(tableau.num_pairs); ++pair, j += 2) {
    for (std::size_t m = 0; m < v.size(); ++m) {
      real_part_[m] = entry_of_t(j) * v[m];
      imaginary_part_[m] = entry_of_t(j + 1) * v[m];
    }
    complex_[pair]->Solve(real_part_, imaginary_part_);
    const double first = share(j), second = share(j + 1);
    for (std::size_t m = 0; m < v.size(); ++m) sum_[m] += first * real_part_[m] + second * imaginary_part_[m];
  }
  MultiplyTransposed(system_.pattern(), system_.dyp(), sum_, v);
}

double StageConstraints::Push(std::span<const double> change) {
  const std::size_t n = change.size();
  system_.MultiplyMass(change, sum_);
  for (int i = 0; i < at_.tableau->stages; ++i) {
    for (std::size_t m = 0; m < n; ++m) f_[static_cast<std::size_t>(i) * n + m] = -Share(i) * sum_[m];
  }
  system_.Solve(*at_.tableau, f_);
  const double size = system_.Advance(*at_.tableau, at_.h, at_.weights, at_.start, at_.stages);
  Shift();
  return size;
}

}  // namespace daedalus::integrate
